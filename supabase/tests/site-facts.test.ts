import { readSiteFacts } from '../functions/_shared/site-facts.ts';
import { facts } from './mail/support/rows';

test('the facts of the site are read as JSON, and may all be missing', () => {
  expect(readSiteFacts(JSON.stringify(facts))).toEqual(facts);
  expect(readSiteFacts('{}')).toEqual({});
  expect(readSiteFacts(undefined)).toEqual({});
});

test.each([
  'de 9 h à 17 h',
  'null',
  '{"phone":6}',
  '{"colour":"red"}',
  '{"hours":{"from":"9h","to":"17:30"}}',
  '{"hours":{"from":"17:30","to":"09:00"}}',
  '{"videoLink":"javascript:alert(1)"}',
  '{"prices":{"standard":"199 €"}}',
])('%s is refused', (given) => {
  expect(() => readSiteFacts(given)).toThrow(/^SITE_FACTS must be JSON such as /);
});
