"""Small papers in several formats, written for these tests: each construct once, about nothing real."""

TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
 <teiHeader xml:lang="en">
  <fileDesc>
   <titleStmt><title level="a" type="main">Finding   things
    twice</title></titleStmt>
   <publicationStmt><publisher>Nobody</publisher>
    <availability><licence target="https://creativecommons.org/licenses/by/4.0/">Free.</licence></availability>
    <date type="published" when="2016-05-09">9 May 2016</date></publicationStmt>
   <sourceDesc><biblStruct><analytic>
     <author><persName><forename type="middle">B</forename><forename type="first">Ann</forename>
      <surname>Berg</surname></persName><email>a@example.org</email></author>
     <author><persName><surname>Li</surname></persName></author>
     <author><affiliation>Only a place</affiliation></author>
     <title level="a" type="main">Finding things twice</title></analytic>
    <monogr><title level="j" type="main">Journal of Tests</title><title level="j" type="abbrev">J Tests</title>
     <imprint><date when="2016-05"/></imprint></monogr>
    <idno type="DOI">10.1234/TEST.2</idno><idno type="arXiv">arXiv:1506.02640v5</idno></biblStruct></sourceDesc>
  </fileDesc>
  <profileDesc>
   <textClass><keywords><term>finding</term><term>things</term></keywords></textClass>
   <abstract><p>We find things. It works.</p></abstract>
  </profileDesc>
 </teiHeader>
 <text xml:lang="en">
  <body>
   <div><head n="1">Introduction</head>
    <p>Things hide <ref type="bibr" target="#b0">[1]</ref>, as in Fig. 2.<note place="foot" n="1">A note on
     hiding.</note> The next<lb/>line ends.</p>
    <formula xml:id="formula_0">E = mc 2 <label>(1)</label></formula>
    <p>where c is fast and <formula notation="TeX">x_i</formula> slow.</p></div>
   <div><head n="1.1">Data</head><p>We <choice><sic>tooke</sic><corr>took</corr></choice> 10<hi
    rend="superscript">-3</hi> of them.</p>
    <list type="ordered"><item>first thing</item><item>second thing</item></list></div>
   <div><head n="2">Results</head><p>They were found.</p></div>
   <figure xml:id="fig_0"><head>Figure 1 :</head><label>1</label><figDesc>Figure 1: A view. It is near.</figDesc>
    <graphic url="a.png"/></figure>
   <figure type="table" xml:id="tab_0"><head>Table 1</head><label>1</label><figDesc>Counts by place.</figDesc>
    <table><row><cell>Place</cell><cell cols="2">Count</cell></row><row><cell>sea</cell><cell>1</cell><cell>2</cell>
    </row></table></figure>
   <note place="foot" n="2" xml:id="foot_1"><p>A late note.</p></note>
  </body>
  <back>
   <div type="acknowledgement"><div><head>Thanks</head><p>To all.</p></div></div>
   <div type="references"><listBibl>
    <biblStruct xml:id="b0"><analytic><title level="a" type="main">On hens</title>
      <author><persName><forename type="first">B</forename><surname>Hen</surname></persName></author>
      <idno type="DOI">10.1234/HENS</idno></analytic>
     <monogr><title level="j">Birds</title><imprint><biblScope unit="volume">3</biblScope>
      <biblScope unit="page" from="4" to="9"/><date type="published" when="1999"/></imprint></monogr></biblStruct>
    <biblStruct xml:id="b1"><monogr><title level="m">Foxes</title><author><persName><forename type="first">A</forename>
      <surname>Fox</surname></persName></author><imprint><date when="2001"/></imprint></monogr>
     <note type="raw_reference">[2] A. Fox, Foxes, 2001.</note></biblStruct>
   </listBibl></div>
  </back>
 </text>
</TEI>
"""

POEM = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Sea songs</title></titleStmt>
 <publicationStmt><p>Written for a test</p></publicationStmt><sourceDesc><p>None</p></sourceDesc></fileDesc></teiHeader>
 <text><front><epigraph><quote>Seek.</quote></epigraph></front>
 <body><div1><head>One</head><lg><l>The sea is <app><lem>wide</lem><rdg>broad</rdg></app>,</l><l>the sky is
 <persName>Blue</persName>.</l></lg>
 <div2><head>Prose</head><p>She said: <quote>go.</quote> We went<note>Late at night.</note>.</p></div2></div1>
 <div1><head>Two</head><sp><speaker>FOX</speaker><p>Well met.</p></sp></div1></body></text></TEI>
"""

_FILLER = "Here the words of the demo go on for a while, so that the page is long enough to be one. "

HTML = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Finding things at home | Journal of Tests</title>
<meta name="citation_title" content="Finding things at home">
<meta name="citation_author" content="Berg, Ann"><meta name="citation_author" content="雷 李">
<meta name="citation_publication_date" content="2016/05/09">
<meta name="citation_journal_title" content="Journal of Tests">
<meta name="citation_doi" content="10.1234/TEST.3">
<script type="application/ld+json">{{"@type": "ScholarlyArticle", "license":
 "https://creativecommons.org/licenses/by/4.0/"}}</script>
<style>p {{ color: red }}</style></head>
<body><header><a href="/">Home of the site</a></header><nav><ul><li>Menu</li></ul></nav>
<main><h1>Finding things at home</h1>
<div hidden>Never shown.</div>
<section class="abstract"><p>We find things.
 It works.</p></section>
<h2>1 Introduction</h2>
<p>Things hide &nbsp;well<sup><a href="#r1">1</a></sup>, as in Fig. 2.<sup><a href="#r1">2</a></sup> The rate is
 10<sup>−3</sup> of H<sub>2</sub>O.<br>A line. {_FILLER}</p>
<math display="block"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">{{\\displaystyle
 E=mc^2}}</annotation></semantics></math>
<p>where <math><mi>c</mi></math> is fast and <script type="math/tex">x_i</script> slow. {_FILLER}</p>
<h3>Data</h3>
<ol start="3"><li>third thing</li><li><p>fourth thing</p><p>more of it</p></li></ol>
<ul><li>loose thing</li></ul><blockquote>Seek.</blockquote>
<pre>for x in y:
    print(x)</pre>
<figure><img src="a.png" alt="no words"><figcaption>Figure 1. A view. It is near.</figcaption></figure>
<table><caption>Table 1: Counts by place.</caption><thead><tr><th rowspan="2">Place</th><th colspan="2">Count</th></tr>
<tr><th>old</th><th>new</th></tr></thead><tbody><tr><td>sea</td><td>1</td><td>2</td></tr></tbody></table>
<h2>References</h2>
<ol><li id="r1">Fox, A., Hen, B. (2001). Foxes. <a href="https://doi.org/10.1234/FOX">link</a></li>
<li>B. Hen, “On hens and other birds,” Birds, 1999.</li></ol>
<section class="footnotes" role="doc-endnotes"><ol><li><p>A note on water. <a class="footnote-back" href="#a">↩</a></p>
</li></ol></section>
<aside>Read also this.</aside></main><footer>All rights of the site</footer></body></html>
"""

LATEXML = f"""<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Counting demo things</title></head>
<body>
<nav class="ltx_page_navbar">Menu</nav><div class="ltx_page_main"><div class="ltx_page_content">
<article class="ltx_document"><h1 class="ltx_title ltx_title_document">Counting demo things</h1>
<div class="ltx_authors"><span class="ltx_creator">Nobody</span></div>
<div class="ltx_abstract"><h6 class="ltx_title ltx_title_abstract">Abstract</h6><p class="ltx_p">We count.</p></div>
<section class="ltx_section"><h2 class="ltx_title ltx_title_section"><span class="ltx_tag">1 </span>Counting</h2>
<div class="ltx_theorem"><h6 class="ltx_title"><span class="ltx_tag">Theorem 1</span>.</h6>
<div class="ltx_para"><p class="ltx_p">All <math class="ltx_Math" alttext="n" display="inline"><mi>m</mi></math>
 count.</p></div></div>
<div class="ltx_para"><p class="ltx_p">We see<span class="ltx_note ltx_role_footnote"><sup
 class="ltx_note_mark">1</sup><span
 class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span
 class="ltx_tag ltx_tag_note">1</span>By eye.</span></span></span> that <cite class="ltx_cite">[<a
 href="#bib1">1</a>]</cite>
 holds. {_FILLER * 4}</p>
<table class="ltx_equation ltx_eqn_table"><tbody><tr><td class="ltx_eqn_cell"><math class="ltx_Math"
 alttext="\\displaystyle a=b" display="block"><mi>a</mi></math></td><td><span
 class="ltx_tag ltx_tag_equation">(1)</span></td>
</tr></tbody></table>
<table class="ltx_equationgroup ltx_eqn_align"><tbody class="ltx_equation"><tr><td><math class="ltx_Math" alttext="c"/>
</td><td><math class="ltx_Math" alttext="=d"/></td><td><span
 class="ltx_tag ltx_tag_equation">(2)</span></td></tr></tbody>
<tbody class="ltx_equation"><tr><td><math class="ltx_Math" alttext="e"/></td></tr></tbody></table></div>
<figure class="ltx_table"><figcaption class="ltx_caption"><span class="ltx_tag">Table 1: </span>Counts.</figcaption>
<table class="ltx_tabular"><tr><td>a</td><td>b</td></tr></table></figure></section>
<section class="ltx_bibliography"><h2 class="ltx_title">References</h2><ul><li class="ltx_bibitem">
<span class="ltx_tag ltx_tag_bibitem">[1]</span><span class="ltx_bibblock">A. Fox and B. Hen (2001)</span>
<span class="ltx_bibblock">Foxes at night.</span><span class="ltx_bibblock">arXiv:1506.02640v3.</span></li></ul>
</section>
<section class="ltx_appendix"><h2 class="ltx_title">Appendix A More</h2><p class="ltx_p">More counts.</p></section>
</article></div></div></body></html>
"""

LATEX = r"""% A paper that was written for these tests.
\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\usepackage[ngerman,english]{babel}
\newcommand{\R}{\mathbb{R}} % the reals
\newcommand{\foo}[2][big]{#1 #2}
\def\be{\begin{equation}}
\def\ee{\end{equation}}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\title{Finding things\thanks{Paid by nobody.} \\ by \LaTeX}
\author{Ann Berg\thanks{Here.} \and J\"org M\"uller \\ University of Nowhere \and Li, Lei}
\date{9 May 2016}
\begin{document}
\maketitle
\begin{abstract}
We find things. It works.
\end{abstract}
\keywords{finding, things}

\section{Introduction}\label{sec:intro}
Things ``hide''  well, as in Fig.~\ref{fig:view}.\footnote{A note on \emph{water}, see \cite{fox}.} The rate is
10\textsuperscript{-3} of H\textsubscript{2}O --- see \cite[p.~3]{hen,fox} and \citet{hen}. % not this
We set $x \in \R^n$ and \foo{cat}, \foo[small]{dog}. It's \'ecole, \c{c}a, \ss, na\"{\i}ve, 5\,\% \& more.

A new paragraph with \textbf{bold {\it and italic}} words \verb|a_b%c| and \unknown[x]{kept} words.
\begin{figure}[t]
  \centering\includegraphics[width=3cm]{a.png}
  \caption{A view. It is near.}\label{fig:view}
\end{figure}
It goes on before the figure:
\be\label{eq:one}
  E = m c^2 % energy
\ee
where Eq.~\eqref{eq:one} holds and
\begin{align}
  a &= b + c \nonumber \\
    &= d, \label{eq:two} \\
  e &= f \tag{A}
\end{align}
\[ g = \begin{cases} 1 & x \\ 0 & y \end{cases} \]

\subsection{Data}
\begin{enumerate}
  \item first thing
  \item \label{it:two} second thing
    \begin{itemize} \item inner thing \item[*] starred thing \end{itemize}
\end{enumerate}
\begin{description}\item[Fox] an animal.\end{description}
\begin{thm}[Fox]\label{thm:fox}
Foxes hide.
\end{thm}
\begin{proof} By Lemma~\ref{lem:hen}, in Section~\ref{sec:intro}, item~\ref{it:two}, (\ref{eq:two}). \end{proof}
\begin{lem}\label{lem:hen} Hens seek. \end{lem}
\begin{table}
\caption{Counts by place.}\label{tab:counts}
\begin{tabular}{l|cc} \toprule
Place & \multicolumn{2}{c}{Count} \\ \cmidrule(lr){2-3}
 & old & new \\ \midrule
sea & 1 & $2^2$ \\ \bottomrule
\end{tabular}
\end{table}
\begin{verbatim}
for x in y: # \emph{no}
    print(x) % kept
\end{verbatim}
\begin{algorithm}
\caption{Seek}
\begin{algorithmic}
\Require a thing
\For{each place $p$} \State look at $p$ \Comment{slowly}
\EndFor
\State \Return it
\end{algorithmic}
\end{algorithm}
\begin{tikzpicture}\node{never};\end{tikzpicture}
See Table~\ref{tab:counts} and \autoref{fig:view}, \ref{nothing}.
\section*{Thanks}
To all.
\appendix
\section{More}
More things.
\begin{thebibliography}{9}
\bibitem{fox} A.~Fox and B. Hen. \newblock Foxes at night. \newblock {\em Animals}, 2001. doi:10.1234/FOX.
\bibitem[Hen et~al.(1999)]{hen} Hen, B. ``On hens and other birds,'' Birds, 1999. arXiv:1506.02640
\end{thebibliography}
\end{document}
Never read.
"""
