"""What the reader knows of commands and environments: which arguments are no text, and which are what.

A command that stands nowhere here is left out, and what stands in its braces is read.
"""

# Arguments to pass over: "*" a star, "[" an option, "{" a group. What stands in braces behind them is read.
_BY_ARGUMENTS = {
    "*[[{": (
        "includegraphics bibliography includepdf includesvg vspace hspace bibliographystyle thispagestyle pagestyle"
        " pagenumbering graphicspath hypersetup captionsetup newlength newsavebox stepcounter refstepcounter"
        " rowcolor columncolor arrayrulecolor cline hyphenation color pagecolor selectlanguage documentclass"
        " usepackage RequirePackage newif phantom hphantom vphantom bookmarksetup lstset lstinputlisting"
        " verbatiminput psfig epsfig epsfbox title author date thanks affil affiliation address email institute"
        " orcid orcidID IEEEauthorblockA IEEEauthorblockN inst titlerunning authorrunning ead corref fnref pacs"
        " preprint ccsdesc acmConference acmDOI acmISBN acmYear acmPrice acmJournal setcopyright copyrightyear"
        " received journal pgfplotsset tikzset includeonly listfiles geometry sisetup DeclareGraphicsExtensions"
        " bibpunct citestyle setcitestyle theoremstyle addbibresource ExecuteBibliographyOptions noalign linespread"
        " markright bibfield newcommandx subjclass specialsection usetikzlibrary BibitemShut hrefnoop"
    ),
    "[": (
        "printbibliography hyperref addlinespace toprule midrule"
        " bottomrule footnotemark allowdisplaybreaks pagebreak nopagebreak"
    ),
    "[[": "makebox framebox",
    "[{": "href textcolor colorbox foreignlanguage rotatebox inputminted cellcolor mintinline",
    "[{{": "fcolorbox rule",
    "[{[{[": "multirow",
    "[{{{": "definecolor",
    "[[[{": "parbox",
    "{": "hypertarget hyperlink adjustbox bibinfo",
    "{[": "scalebox newcounter",
    "{[[": "raisebox",
    "*{{": "resizebox setcounter addtocounter setlength addtolength markboth fontsize",
    "{{{": "addcontentsline specialrule providecolor",
    "{{{{": "usefont DeclareGraphicsRule",
}
DISCARDED = {name: spec for spec, names in _BY_ARGUMENTS.items() for name in names.split()}

# The same behind `\begin{…}`; of others an option.
_BY_BEGINNING = {
    "[[[{": "minipage",
    "[{": "multicols wrapfigure* spacing",
    "{": "adjustbox multicols* CJK* subfigure* otherlanguage",
    "{{": "list CJK",
    "[{[{": "wrapfigure wraptable",
    "[[{": "subfigure subtable subcaptionblock",
}
BEGINNINGS = {name: spec for spec, names in _BY_BEGINNING.items() for name in names.split()}

FLOATS = {
    **dict.fromkeys(["figure", "figure*", "wrapfigure", "SCfigure", "sidewaysfigure", "sidewaysfigure*"], "Figure"),
    **dict.fromkeys(["table", "table*", "wraptable", "sidewaystable", "sidewaystable*", "SCtable"], "Table"),
    **dict.fromkeys(["algorithm", "algorithm*", "algorithm2e", "algorithm2e*"], "Algorithm"),
}
SUB_FLOATS = frozenset(["subfigure", "subfigure*", "subtable", "subcaptionblock"])
# The arguments before the rows.
TABULARS = {
    "tabular": "[{", "tabular*": "{[{", "tabularx": "{[{", "tabulary": "{[{", "longtable": "[{", "array": "[{",
    "supertabular": "{", "tblr": "[{", "NiceTabular": "[{", "xltabular": "[{{", "longtabu": "{", "tabu": "{",
}  # fmt: skip
LISTS = frozenset(["itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "compactdesc"])
ALGORITHMICS = frozenset(["algorithmic", "algorithmicx", "algpseudocode"])
KEYWORDS = frozenset(["keyword", "keywords", "IEEEkeywords"])

# Environments that are formulas, by how many numbers they may have.
ONE_NUMBER = frozenset(["equation", "multline", "math", "displaymath", "dmath"])
EACH_ROW = frozenset(["align", "gather", "eqnarray", "alignat", "flalign", "xalignat", "IEEEeqnarray", "dgroup"])
MATHS = frozenset(each + star for each in ONE_NUMBER | EACH_ROW for star in ("", "*"))

CITES = frozenset((
    "cite", "citep", "citet", "citealp", "citealt", "parencite", "textcite", "autocite", "footcite", "citeauthor",
    "citeyear", "citeyearpar", "Citet", "Citep", "onlinecite", "supercite", "Citeauthor", "smartcite", "cites",
    "fullcite",
))  # fmt: skip
REFERENCES = frozenset(["ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref", "subref", "labelcref"])
FOOTNOTES = frozenset(["footnote", "footnotetext", "footnotemark", "endnote", "tablefootnote", "sidenote"])

# Prose that a class or a package numbers under a customary name, when the source does not define it.
THEOREMS = {
    "theorem": "Theorem", "lemma": "Lemma", "proposition": "Proposition", "corollary": "Corollary",
    "definition": "Definition", "remark": "Remark", "example": "Example", "claim": "Claim", "conjecture": "Conjecture",
    "assumption": "Assumption", "proof": "Proof", "fact": "Fact", "observation": "Observation", "property": "Property",
    "problem": "Problem", "exercise": "Exercise", "note": "Note", "case": "Case", "hypothesis": "Hypothesis",
}  # fmt: skip

# The words of pseudo-code, in the three packages that set it.
ALGORITHM_WORDS = {
    "state": "", "statex": "", "if": "if", "elsif": "else if", "elseif": "else if", "else": "else", "endif": "end if",
    "for": "for", "forall": "for all", "foreach": "for each", "endfor": "end for", "while": "while",
    "endwhile": "end while", "repeat": "repeat", "until": "until", "loop": "loop", "endloop": "end loop",
    "return": "return", "require": "Require:", "ensure": "Ensure:", "input": "Input:", "output": "Output:",
    "function": "function", "endfunction": "end function", "procedure": "procedure", "endprocedure": "end procedure",
    "print": "print", "kwin": "Input:", "kwout": "Output:", "kwdata": "Data:", "kwresult": "Result:", "uif": "if",
    "eif": "if", "uelse": "else", "uelseif": "else if",
}  # fmt: skip

# Units of the package siunitx, which are written out as commands.
UNITS = {
    "meter": "m", "metre": "m", "second": "s", "gram": "g", "kilogram": "kg", "ampere": "A", "kelvin": "K",
    "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W",
    "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω", "siemens": "S", "weber": "Wb", "tesla": "T",
    "henry": "H", "litre": "L", "liter": "L", "minute": "min", "hour": "h", "day": "d", "degree": "°",
    "degreeCelsius": "°C", "celsius": "°C", "percent": "%", "electronvolt": "eV", "bar": "bar", "dalton": "Da",
    "byte": "B", "bit": "bit", "tonne": "t", "pico": "p", "nano": "n", "micro": "µ", "milli": "m", "centi": "c",
    "deci": "d", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "per": "/", "squared": "²",
    "cubed": "³", "square": "", "cubic": "", "micron": "µm", "angstrom": "Å",
}  # fmt: skip
