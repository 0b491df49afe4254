const PIECES = [
  ...'abZ09 .-_@+\'’"`,;:()<>[]{}|\\/~^%$#!?&*=éŒßİñﷺ😀\u{1d11e}\u{10ffff}\ud7ff\ue000\uffff',
  ...'\t\n\r\u0001\u0008\u000b\u000c\u001b\u001f\u007f\u0080\u0085\u009f',
  ...'\u00a0\u00ad\u1680\u180e\u2003\u200b\u2028\u2029\u202e\u202f\u3000\ufeff',
  ...['e\u0301', 'Жук', '東京', '👩‍👩‍👧', '\r\n', '.fr', '@exemple', 'xn--', '--', '..'],
  ...['a'.repeat(62), 'Camille', ' Durand '],
];
const EMAIL_PIECES = ['a', 'Z', '0', 'b', 'fr', 'com', '-', '.', '+', "'", '_', '@', 'é', ' ', '\n', 'b'.repeat(61)];

/** Deterministic, so that a failure can be repeated. */
export function generateTexts(count: number): string[] {
  const next = generator(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    if (index % 3 === 0) return `${text(next, EMAIL_PIECES, 4)}@${text(next, EMAIL_PIECES, 3)}.fr`;
    return text(next, PIECES, index % 7 === 0 ? 60 : 12);
  });
}

function text(next: (below: number) => number, pieces: string[], longest: number): string {
  return Array.from({ length: next(longest + 1) }, () => pieces[next(pieces.length)]).join('');
}

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
