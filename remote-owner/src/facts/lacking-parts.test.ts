import type { Fact } from '../api/release-answers';
import { isProposable, openKeys, readKnown } from './lacking-parts';

const fact = (key: string, value: string): Fact => ({ key, value, file: value, isEdited: false });
const email = fact('email', 'contact@example.com');
const name = fact('trainer.name', 'Ada Martin');
const nda = fact('nda', '');
const needed = new Set(['email', 'nda', 'phone']);

test('a needed text counts until something that can be published is typed', () => {
  const open = (typed: Parameters<typeof openKeys>[1]) => [...openKeys(needed, typed)];
  expect(open({})).toEqual(['email', 'nda', 'phone']);
  expect(open({ nda: '53 35 09876 35', phone: '0612345678', email: '[à compléter]' })).toEqual(['email']);
  expect(open({ nda: '53', phone: '', email: null })).toEqual(['email', 'nda', 'phone']);
});

test.each([
  ['franchise', []],
  ['exempt', []],
  ['standard', ['publisher.vat']],
])('the regime of VAT « %s » leaves open of the number or mention: %j', (vat, open) => {
  expect([...openKeys(new Set(['papers.vat', 'publisher.vat']), { 'papers.vat': vat })]).toEqual(open);
});

test('known texts are what is typed, otherwise what is published and no example', () => {
  const read = readKnown([email, name, nda], { nda: '53 35 09876 35', 'trainer.name': '[à compléter]' }, needed);
  expect(['email', 'trainer.name', 'nda'].map(read)).toEqual(['', 'Ada Martin', '53 35 09876 35']);
});

test('a proposal takes the place of nothing and of an example, not of what the owner has written', () => {
  expect(isProposable(nda, undefined, needed)).toBe(true);
  expect(isProposable(email, undefined, needed)).toBe(true);
  expect(isProposable(name, undefined, needed)).toBe(false);
  expect(isProposable(name, '', needed)).toBe(false);
  expect(isProposable(email, 'ada@martin.fr', needed)).toBe(false);
});
