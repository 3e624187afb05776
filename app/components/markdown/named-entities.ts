/**
 * The character references of HTML 4 and the names of some marks, in the order
 * of their code points: a number (hexadecimal) is the code point of the name
 * behind it, and each further name has the next one. HTML 5 has two thousand
 * more, which would be a large part of the page's script.
 */
const NAMES = `
  22 quot num dollar 26 amp apos lpar rpar ast 3a colon 3c lt 3e gt 5b lbrack bsol rbrack 5f
  lowbar grave 7b lbrace vert rbrace 0a0 nbsp iexcl cent pound curren yen brvbar sect uml copy
  ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo
  frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
  egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml
  divide oslash ugrave uacute ucirc uuml yacute thorn yuml 152 OElig oelig 160 Scaron scaron 178
  Yuml 192 fnof 2c6 circ 2dc tilde 391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa
  Lambda Mu Nu Xi Omicron Pi Rho 3a3 Sigma Tau Upsilon Phi Chi Psi Omega 3b1 alpha beta gamma
  delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
  upsilon phi chi psi omega 3d1 thetasym upsih 3d6 piv 2002 ensp emsp 2009 thinsp 200c zwnj zwj
  lrm rlm hyphen 2013 ndash mdash 2018 lsquo rsquo sbquo 201c ldquo rdquo bdquo 2020 dagger
  Dagger bull 2026 hellip 2030 permil 2032 prime Prime 2039 lsaquo rsaquo 203e oline 2044 frasl
  20ac euro 2111 image 2118 weierp 211c real 2122 trade 2135 alefsym 2190 larr uarr rarr darr
  harr 21b5 crarr 21d0 lArr uArr rArr dArr hArr 2200 forall 2202 part exist 2205 empty 2207
  nabla isin notin 220b ni 220f prod 2211 sum minus 2217 lowast 221a radic 221d prop infin 2220
  ang 2227 and or cap cup int 2234 there4 223c sim 2245 cong 2248 asymp 2260 ne equiv 2264 le ge
  2282 sub sup nsub 2286 sube supe 2295 oplus 2297 otimes 22a5 perp 22c5 sdot 2308 lceil rceil
  lfloor rfloor 25ca loz 2605 starf star 2660 spades 2663 clubs 2665 hearts diams 2713 check
  2717 cross 27e8 lang rang
`

const characters = new Map<string, string>()
let codePoint = 0
for (const word of NAMES.trim().split(/\s+/)) {
  if (/^\d/.test(word)) codePoint = Number.parseInt(word, 16)
  else {
    characters.set(word, String.fromCodePoint(codePoint))
    codePoint += 1
  }
}

/** The character of a name, e.g. of `auml`; undefined for a name that is not known. */
export function namedEntity(name: string): string | undefined {
  return characters.get(name)
}
