import { describeQuote } from './run-tests';

const DOM = `Ignored nodes: comments, script, style
<body>
  <div />
</body>
    at Object.getElementError (/site/node_modules/@testing-library/dom/dist/config.js:37:19)
    at /site/node_modules/@testing-library/dom/dist/query-helpers.js:76:38
    at Object.<anonymous> (/site/remote-booking/src/booking-page.test.tsx:41:17)
    at Promise.finally.completed (/site/node_modules/jest-circus/build/jestAdapterInit.js:1559:28)`;

test.each([
  [
    'Unable to find an element with the text: Réservez. This could be because the text is broken up by multiple elements.',
    'Réservez',
  ],
  ['Unable to find an accessible element with the role "button" and name "Réservez ma session"', 'Réservez ma session'],
  ['Unable to find an accessible element with the role "button" and name `/Réservez/i`', '/Réservez/i'],
  ['Unable to find a label with the text of: E-mail', 'E-mail'],
  ['Unable to find an element with the placeholder text of: 06 39 98 00 00', '06 39 98 00 00'],
])('a failure that begins with "%s" names the test that quotes « %s »', (message, quoted) => {
  expect(describeQuote(`TestingLibraryElementError: ${message}\n\n${DOM}`)).toBe(
    `«\u202f${quoted}\u202f» is quoted by booking-page.test.tsx:41.`,
  );
});

test('a failure that is about no text on a page is no quote', () => {
  expect(describeQuote(`Error: expect(received).toBe(expected)\n\n${DOM}`)).toBeUndefined();
});
