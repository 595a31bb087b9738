// Maps letters to the Latin letters they resemble, to detect imitated names. The table is Unicode's list of confusables (UTS 39,
// https://www.unicode.org/license.txt), plus small capitals and the turned e. It omits letters that decomposition and lowercasing
// already equate.

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "ᴀɑαаᗅ⍶⍺ꓮꭺ𐊠𖽀",
  b: "ʙƀƃƅɓβбвьѣҍᏼᖯᗷꓐꞵꮟ𐊂𐊡𐌁",
  c: "¢ȼςσсҫᴄ₡ⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🝌",
  d: "ᴅðđƌɖɗԁᑯᗞᗪ₫ꓒꓓꭰꮷ",
  e: "ᴇǝəɇεеҽҿ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎",
  f: "ꜰƒϝքᖴᵮẝꓝꞙꬵ𐊇𐊥𐔥𑣂𝈓",
  g: "ɢƍǥɠɡԍցᏻᶃꓖꮐ",
  h: "ʜħɦηнћңһӈӊհᏺᕼⱨⲏꓧꚕꮋꮒ𐋏",
  i: "ıɨɩɪιіӏᵻᵼ⍳⍸ꙇꭵ𑣃",
  j: "ᴊɉʝϳјᒍꓙꭻ",
  k: "ᴋƙκкқҟᛕ₭ⱪⲕꓗꝁꮶ𐔘",
  l: "ʟłƚǀɫɭ\u05c0\u05d5\u05df\u0627\u0661\u0673۱\u07caᒪᛁ∣⏽│ⲓⳑⵏꓡꓲꮮ𐊊𐌉𐌠𐑃𐔦𑣒𖼖𖼨𝈪\u{1e8c7}",
  m: "ᴍμϻмӎᗰᛖⲙꓟꮇ𐊰𐌑",
  n: "ɴƞɲɳνոռᵰⲛꓠ𐆎𐔓",
  o: "øɵθοоѳөօ\u05e1\u0647\u0665\u06be\u06c1\u06d5۵\u06ff\u07c0०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴑ⊖⊝⍬ⲟⴱⵁⵔ〇ꓳꝋꬽꬾꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠𝈚🜔",
  p: "ᴘƥρрᑭᵽ⍴ⲣꓑꮲ𐊕",
  q: "ʠԛգզⵕ",
  r: "ɍɼɽʀгғᖇᴦᵲⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵𝈖",
  s: "ƽʂѕտᵴꓢꜱꮥꮪ𐊖𐑈𑣁𖼺",
  t: "ᴛŧƭʈτтҭᵵ₮⊤⍡⟙ⱦⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊🝨",
  u: "ʉʋυսሀᑌᴜᵾ∪⋃ꓴꞟꭎꭒꮜ𐓶𑣘𖽂",
  v: "ѵ\u05d8\u0667۷ᐯᴠ∨⋁ⴸꓦꛟꮩ𐆗𐔝𑜆𑣀𖼈𝈍🜈",
  w: "ɯѡѽԝաᴡ₩ꓪꝡꮃꮤ𑓅𑜊𑜎𑜏𑣦𑣯",
  x: "×χхҳᕁᕽ᙭᙮ᚷ╳⤫⤬⨯⨰ⲭⵝꓫꭓ𐆖𐊐𐊴𐌗𐌢𐔧𑣬",
  y: "¥ƴɏɣʏγуүұყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𖽃",
  z: "ƶȥʐζᴢᵶꓜꮓ𐋵𑣉𑣥",
};

const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, like]) => Array.from(like, (lookalike) => [lookalike, letter])),
);

/** Returns equal skeletons for texts that a reader could mistake for each other. */
export function skeletonOf(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return Array.from(plain, (character) => LATIN.get(character) ?? character)
    .join("")
    .replaceAll("0", "o")
    .replaceAll(/[1i|]/g, "l")
    .replaceAll("rn", "m");
}
