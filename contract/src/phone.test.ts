import { isCutFrenchPhone, readPhone, toTelHref } from './phone.ts';

const spaced = (text: string) => text.replaceAll(' ', '\u00a0');

test.each([
  ['0639980000', '06 39 98 00 00', '+33639980000'],
  ['06.12-34/56 78', '06 12 34 56 78', '+33612345678'],
  ['+33 (0)6.39.98.00.00', '06 39 98 00 00', '+33639980000'],
  ['+33 06 12 34 56 78', '06 12 34 56 78', '+33612345678'],
  ['0033 (0)6 12 34 56 78', '06 12 34 56 78', '+33612345678'],
  ['0033 6 12 34 56 78', '06 12 34 56 78', '+33612345678'],
  ['33612345678', '06 12 34 56 78', '+33612345678'],
  ['330612345678', '06 12 34 56 78', '+33612345678'],
  ['０６ １２ ３４ ５６ ７８', '06 12 34 56 78', '+33612345678'],
  ['＋33 6 12 34 56 78', '06 12 34 56 78', '+33612345678'],
  ['\u202a06\u200b 12\u00a034\u202f56 78\u202c', '06 12 34 56 78', '+33612345678'],
  ['0692 12 34 56', '06 92 12 34 56', '+262692123456'],
  ['0693 12 34 56', '06 93 12 34 56', '+262693123456'],
  ['0639 12 34 56', '06 39 12 34 56', '+262639123456'],
  ['0690 12 34 56', '06 90 12 34 56', '+590690123456'],
  ['0691 12 34 56', '06 91 12 34 56', '+590691123456'],
  ['0694 12 34 56', '06 94 12 34 56', '+594694123456'],
  ['0696 12 34 56', '06 96 12 34 56', '+596696123456'],
  ['0697 12 34 56', '06 97 12 34 56', '+596697123456'],
  ['+262 (0)692 12 34 56', '06 92 12 34 56', '+262692123456'],
  ['00262692123456', '06 92 12 34 56', '+262692123456'],
  ['+33 692 12 34 56', '06 92 12 34 56', '+262692123456'],
])('the mobile number %j is shown as %s, and reached by a call and by WhatsApp at %s', (typed, text, number) => {
  expect(readPhone(typed)).toEqual({ shown: spaced(text), tel: number, whatsApp: number.slice(1) });
});

test.each([
  ['01 99 00 00 00', '01 99 00 00 00', '+33199000000'],
  ['09 70 12 34 56', '09 70 12 34 56', '+33970123456'],
  ['0262 12 34 56', '02 62 12 34 56', '+262262123456'],
  ['0269 12 34 56', '02 69 12 34 56', '+262269123456'],
  ['0590 12 34 56', '05 90 12 34 56', '+590590123456'],
  ['0594 12 34 56', '05 94 12 34 56', '+594594123456'],
  ['+596 596 12 34 56', '05 96 12 34 56', '+596596123456'],
])('the landline %j is shown as %s and called at %s, and receives no message', (typed, text, number) => {
  expect(readPhone(typed)).toEqual({ shown: spaced(text), tel: number, whatsApp: null });
});

test.each([
  ['+32 470 12 34 56', '+32470123456'],
  ['0032 470 12 34 56', '+32470123456'],
  ['+44 (0)7911 123456', '+447911123456'],
  ['+39 (0)6 1234 5678', '+390612345678'],
])('the foreign number %j keeps its spelling, and is reached at %s', (typed, number) => {
  expect(readPhone(typed)).toEqual({ shown: typed, tel: number, whatsApp: number.slice(1) });
});

test.each([
  ['3639', '3639'],
  ['1014', '1014'],
  ['06 39 98 22 11, poste 3', null],
  ['+33 6 39 98 22 11, poste 3', null],
  ['06 12 34 56 78 ou 07 12 34 56 78', null],
  ['06 12 34 56 7', null],
  ['447911123456', null],
  ['12345', null],
  ['00', null],
  ['javascript:alert(1)', null],
  ['le soir', null],
])('%j is shown as it is typed, called at %s, and receives no message', (typed, tel) => {
  expect(readPhone(typed)).toEqual({ shown: typed, tel, whatsApp: null });
});

test('what is said beside a number is kept', () => {
  expect(readPhone('07 12 34 56 78 (le soir)')).toEqual({
    shown: '07 12 34 56 78 (le soir)',
    tel: '+33712345678',
    whatsApp: '33712345678',
  });
});

test.each([
  ['06 12 34 56 78', 'tel:+33612345678'],
  ['0692 12 34 56', 'tel:+262692123456'],
  ['3639', 'tel:3639'],
  ['0800 ABC', 'tel:0800'],
])('the number %s becomes the link %s', (phone, href) => {
  expect(toTelHref(phone)).toBe(href);
});

test.each([
  ['06 12 34', true],
  ['06.12.34.56.7', true],
  ['+33 (0)6 12 34', true],
  ['06 12 34 56 78', false],
  ['06 12 34 56 789', false],
  ['', false],
  ['3639', false],
  ['+32 470 12 34', false],
  ['06 39 98 22 1, poste 3', false],
])('the end of the number %j is missing: %s', (phone, isCut) => {
  expect(isCutFrenchPhone(phone)).toBe(isCut);
});
