import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { checkingSteps, describeQuote } from './checking-steps';

describe('steps', () => {
  const titles = (name: string, folder: string) =>
    checkingSteps(root, [{ name, folder: join(root, folder) }]).map(({ title }) => title);

  test('a shell is tested together with the design system and the contract that it includes', () => {
    expect(titles('shell', 'shell')).toEqual([
      'lint shell, shared-ui, contract',
      'check the types of shell, shared-ui, contract',
      'test shell, shared-ui, contract',
      'check the imports of shell, shared-ui, contract',
    ]);
  });

  test('a remote is tested together with the forms that are built into it', () => {
    expect(titles('booking', 'remote-booking')).toEqual([
      'lint remote-booking, shared-ui/forms',
      'check the types of remote-booking, shared-ui/forms',
      'test remote-booking, shared-ui/forms',
      'check the imports of remote-booking, shared-ui/forms',
    ]);
  });

  test('several parts are tested in one run, each package once', () => {
    const parts = ['shell', 'booking', 'contact'].map((name) => ({
      name,
      folder: join(root, name === 'shell' ? name : `remote-${name}`),
    }));
    expect(checkingSteps(root, parts).map(({ title }) => title)).toContain(
      'test shell, shared-ui, contract, remote-booking, shared-ui/forms, remote-contact',
    );
  });

  test('a site that was installed without the packages for tests installs them first', () => {
    const installedToStart = temporaryFolder();
    const steps = checkingSteps(installedToStart, [{ name: 'booking', folder: join(root, 'remote-booking') }]);
    expect(steps.map(({ title }) => title)).toEqual([
      'install the packages for tests',
      ...titles('booking', 'remote-booking'),
    ]);
  });

  test('a standalone remote runs the tools that its folder has a configuration for', () => {
    const folder = temporaryFolder();
    const titlesHere = () => checkingSteps(folder, [{ name: 'guide', folder }]).map(({ title }) => title);
    expect(titlesHere()).toEqual([]);
    for (const file of ['tsconfig.json', 'jest.config.js']) writeFileSync(join(folder, file), '');
    expect(titlesHere()).toEqual(['check the types', 'test']);
    writeFileSync(join(folder, 'biome.json'), '');
    expect(titlesHere()).toEqual(['lint', 'check the types', 'test']);
  });
});

describe('run tests', () => {
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
    [
      'Unable to find an accessible element with the role "button" and name "Réservez ma session"',
      'Réservez ma session',
    ],
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
});
