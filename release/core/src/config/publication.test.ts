import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { shipped } from '../../tests/support/repository';
import { UserError } from '../user-error';
import { listEmptyFacts, proposeOwner, publicGaps, readPublishableConfig } from './publication';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const origin = 'https://atelier-relance.fr';
/** A complete site, whose names exist only in this test. */
const complete = {
  origin,
  email: 'bonjour@atelier-relance.fr',
  phone: '05\u00a056\u00a000\u00a000\u00a001',
  preRegistrationUrl: 'https://formulaires.fr/pre-inscription',
  publisher: {
    name: 'Atelier Relance',
    legalForm: 'SARL au capital de 1 000 €',
    address: '1 rue des Lilas, 33000 Bordeaux',
    siren: '000 000 000',
    registration: 'RCS Bordeaux',
    vat: 'FR00 000000000',
    publicationDirector: 'Ada Martin',
  },
  hosting: {
    name: 'Un hébergeur',
    address: '2 rue des Lilas, 33000 Bordeaux',
    phone: '05\u00a056\u00a000\u00a000\u00a002',
  },
};

async function read(facts: object, isDraft = false) {
  const config = JSON.parse(await readFile(shipped, 'utf8')) as object;
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify({ ...config, ...facts }));
  return readPublishableConfig(file, { isDraft });
}

async function refusal(facts: object) {
  const error = await read(facts).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message.split('\n');
}

test('a complete public site is read as it is', async () => {
  const { site } = await read(complete);
  expect(site).toMatchObject(complete);
  expect(site.draft).toBeUndefined();
});

test('a site without a public address may be incomplete', async () => {
  for (const local of ['', 'http://localhost:4173', 'http://192.168.1.20']) {
    expect((await read({ origin: local })).site.draft).toBeUndefined();
  }
});

test('a public site is refused with a French list of all that the site.json of the repository lacks', async () => {
  const [first, ...rest] = await refusal({ origin });
  expect(first).toBe(`Le site serait public (${origin}), et il manque à ${join(folder, 'site.json')} :`);
  expect(rest.pop()).toBe('Complétez ces clés, ou montrez un brouillon avec --draft.');
  expect(rest.map((line) => line.trim().split(/\s/)[0])).toEqual([
    'email',
    'phone',
    'preRegistrationUrl',
    'publisher.name',
    'publisher.legalForm',
    'publisher.address',
    'publisher.siren',
    'publisher.registration',
    'publisher.vat',
    'publisher.publicationDirector',
    'hosting.name',
    'hosting.address',
    'hosting.phone',
  ]);
  expect(rest).toContain('  publisher.siren : son numéro SIREN – mentions légales, « Éditeur »');
});

test.each([
  ['email', 'contact@example.com'],
  ['email', 'moi@atelier.example'],
  ['phone', '06\u00a039\u00a098\u00a000\u00a000'],
  ['phone', '01\u00a099\u00a000\u00a012\u00a034'],
  ['preRegistrationUrl', 'https://formulaire.example/pre-inscription'],
  ['preRegistrationUrl', 'https://example.com/'],
])('the example %s %s keeps a site from being public', async (key, value) => {
  const lines = await refusal({ ...complete, [key]: value });
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`${key} : `);
  expect(lines[1]).toContain(`(« ${value} » est un exemple)`);
});

test.each([
  ['email', 'contact@examples.com'],
  ['email', 'example@atelier-relance.fr'],
  ['phone', '06 39 97 00 00'],
  ['preRegistrationUrl', 'https://myexample.com/?from=example.com'],
])('%s %s does not count as an example', async (key, value) => {
  await read({ ...complete, [key]: value });
});

test('testimonials keep a site from being public until it says how they were collected', async () => {
  const testimonials = [{ name: 'Anne M.', role: '', text: 'Trois automatisations.', date: '2026-10-01' }];
  const lines = await refusal({ ...complete, testimonials });
  expect(lines[1]).toMatch(/^ {2}testimonialsCollection : .*témoignages/);
  await read({ ...complete, testimonials, testimonialsCollection: 'Recueillis par e-mail.' });
});

test('a draft may be incomplete, and is always marked as a draft', async () => {
  expect((await read({ origin }, true)).site.draft).toBe(true);
  expect((await read(complete, true)).site.draft).toBe(true);
  expect((await read({}, true)).site.draft).toBe(true);
});

test('site.json cannot declare itself a draft', async () => {
  await expect(read({ draft: true })).rejects.toThrow('draft');
});

test('proposes the e-mail address of site.json as the first owner, unless it is an example', async () => {
  const { site } = await read(complete);
  expect(proposeOwner(0, site)).toBe(
    'Nobody can open the owner\'s space at /espace yet: add its owner with "npx pnpm site-owner add bonjour@atelier-relance.fr".',
  );
  expect(proposeOwner(1, site)).toBeNull();
  expect(proposeOwner(0, { ...site, email: 'contact@example.com' })).toBeNull();
});

test('lists the gaps of a public draft, and none for a local one', async () => {
  const open = await read({ ...complete, phone: '' }, true);
  expect(publicGaps(open.site).map(({ fact }) => fact)).toEqual(['votre numéro de téléphone']);
  const local = await read({ ...complete, phone: '', origin: 'http://localhost:4173' }, true);
  expect(publicGaps(local.site)).toEqual([]);
});

test('lists empty facts by the place where each would show', async () => {
  const { site } = await read({ ...complete, hosting: { name: '', address: '', phone: '05 56 00 00 02' } }, true);
  const training = { ...site.training, accessTime: '1', methods: '1', assessment: '1', updatedOn: '2026-01-02' };
  expect(listEmptyFacts({ ...site, training: { ...training, taxLine: '' } }, 'site.json')).toEqual([
    'Left empty in site.json, and where each would show:',
    '  mentions légales, « Hébergement » : hosting.name, hosting.address',
    '  accueil, « Fiche de la formation » : training.taxLine',
  ]);
  const full = { ...site, hosting: complete.hosting, training: { ...training, taxLine: '1' } };
  expect(listEmptyFacts(full, 'site.json')).toEqual([]);
});
