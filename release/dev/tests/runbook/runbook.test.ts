import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/release-core/tests/support/repository';
import { NOT_RUN, type Row, readRunbook } from './read-runbook';
import { HERE, SITUATIONS } from './situations';

/** What stands before the situations. */
const FIRST = 'Runbook';

const sections = [...readRunbook()].filter(([title]) => title !== FIRST);
const isNotRun = ({ text }: { readonly text: string }) => /^> Tests do not run this section: \S/m.test(text);

/** A row without a test says so, or only leads to another section. */
const needsTest = ({ sign, remedy }: Row) => !sign.includes(NOT_RUN) && !/^\[[^\]]+\]\([^)]+\)$/.test(remedy);

test('every situation of the runbook names the tests that cause it, or says why there is none', () => {
  const expected = sections.filter(([, section]) => !isNotRun(section)).map(([title]) => title);
  expect(Object.keys(SITUATIONS)).toEqual(expected);
});

test('every row of its tables names the test that causes it, or says that there is none', () => {
  const named = sections.map(([title]) => [title, ...Object.keys(SITUATIONS[title]?.rows ?? {})]);
  expect(named).toEqual(
    sections.map(([title, { rows }]) => [title, ...rows.filter(needsTest).map(({ sign }) => sign)]),
  );
});

test('the tests that are named exist', () => {
  const files = Object.values(SITUATIONS).flatMap(({ by, rows = {} }) => [...by, ...Object.values(rows)]);
  expect(files).toContain(HERE);
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every link within the runbook leads to a section', () => {
  const text = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
  const anchorOf = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const anchors = [...readRunbook().keys()].map(anchorOf);
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});
