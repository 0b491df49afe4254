import { toTelHref } from './phone';

test.each([
  ['06 12 34 56 78', 'tel:+33612345678'],
  ['06.12.34.56.78', 'tel:+33612345678'],
  ['+33 6 12 34 56 78', 'tel:+33612345678'],
  ['+33 (0)6 12 34 56 78', 'tel:+33612345678'],
  ['0033 6 12 34 56 78', 'tel:+33612345678'],
  ['+32 470 12 34 56', 'tel:+32470123456'],
  ['3639', 'tel:3639'],
])('the number %s becomes the link %s', (phone, href) => {
  expect(toTelHref(phone)).toBe(href);
});
