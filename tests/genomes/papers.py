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
