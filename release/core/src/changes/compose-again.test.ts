import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EditedFacts } from '@site/contract/page-data';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import * as v from 'valibot';
import { memoryStore } from '../../tests/support/memory-store';
import { shipped } from '../../tests/support/repository';
import { openTinySite, tinyRemote, tinyShell } from '../../tests/support/tiny-site';
import { describeEdited, differingFacts, factAt, storeEdited } from '../config/edited-facts';
import { readPublishableConfig } from '../config/site-config';
import type { Store } from '../store/store';
import type { ChangeDefinition } from './change';
import { composeAgain, editFacts, factsInput } from './compose-again';
import { requireState } from './decide';

let store: Store;
let file: string;

beforeEach(async () => {
  store = memoryStore();
  file = join(temporaryFolder(), 'site.json');
  await writeFile(file, await readFile(shipped, 'utf8'));
  await openTinySite(store, [tinyShell(), tinyRemote('landing')]);
});

async function write(facts: object) {
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...facts }));
}

async function make(change: ChangeDefinition, asked: object) {
  const context = {
    store,
    options: { why: '', who: '', isDry: false, facts: {}, reset: [], isDraft: false, ...asked },
    runChecks: () => Promise.reject(new Error('not needed')),
    readData: async (current: { readonly edited?: EditedFacts }, isDraft: boolean) => {
      const { site, edited } = await readPublishableConfig(file, { isDraft, edited: current.edited });
      return { ...requireState(await store.readRevision()).data, site, edited: undefined, ...storeEdited(edited) };
    },
  };
  const current = requireState(await store.readRevision());
  const decision = await (await change.plan(context as never, [])).decide(current);
  const seq = current.seq + 1;
  if (decision)
    await store.addRevision({ ...current, ...decision, seq, change: { ...current.change, ...decision.change } });
  return decision;
}

const edit = (facts: object) => make(editFacts, { facts });
const data = async () => requireState(await store.readRevision()).data;

test('edited facts take precedence over the file, also when the file changes later, and the change names them', async () => {
  const decision = await edit({
    replyTime: 'sous deux jours',
    'publisher.name': 'Atelier',
    'payment.when': 'À la fin.',
  });
  expect(decision?.change).toEqual({
    command: 'edit-facts',
    parts: [],
    facts: ['replyTime', 'publisher.name', 'payment.when'],
  });
  await write({ replyTime: 'sous 1 jour ouvré', videoTool: 'Une visio' });
  expect((await make(composeAgain, {}))?.change).toEqual({ command: 'compose', parts: [] });
  const { site, edited } = await data();
  expect([site.replyTime, site.videoTool, site.payment, site.publisher.name]).toEqual([
    'sous deux jours',
    'Une visio',
    { when: 'À la fin.' },
    'Atelier',
  ]);
  expect(describeEdited(edited ?? {})).toMatch(/^From the owner's space, not from site\.json: replyTime, .*--reset/);
});

test('an empty value leaves an optional fact out and empties another one; null returns to the file', async () => {
  await write({ replyTime: 'sous 1 jour ouvré', payment: { when: 'À la fin.' } });
  await edit({ replyTime: '', 'payment.when': '', phone: '' });
  const { site } = await data();
  expect([site.replyTime, site.payment, site.phone]).toEqual([undefined, undefined, '']);
  await edit({ replyTime: null, 'payment.when': null, phone: null });
  expect(await data()).toMatchObject({ site: { replyTime: 'sous 1 jour ouvré', payment: { when: 'À la fin.' } } });
  expect((await data()).edited).toBeUndefined();
});

test('a value that the file has by now is no edit any more', async () => {
  await edit({ replyTime: 'sous deux jours' });
  await write({ replyTime: 'sous deux jours' });
  expect((await make(composeAgain, {}))?.change.facts).toEqual(['replyTime']);
  expect((await data()).edited).toBeUndefined();
  expect(await edit({ replyTime: 'sous deux jours' })).toBeNull();
});

test('an edit is taken back by its number: its facts get the values from before it, later edits of others stay', async () => {
  await edit({ replyTime: 'sous deux jours' });
  await edit({ replyTime: 'demain', phone: '05 56 00 00 01' });
  await edit({ videoTool: 'Une visio' });
  expect((await make(editFacts, { change: 3 }))?.change.facts).toEqual(['replyTime', 'phone']);
  expect((await data()).edited).toEqual({ replyTime: 'sous deux jours', videoTool: 'Une visio' });
  await expect(make(editFacts, { change: 1 })).rejects.toThrow('Change 1 edited no facts');
});

test('release compose --reset returns a fact to the file and refuses other keys', async () => {
  await edit({ replyTime: 'sous deux jours', videoTool: 'Une visio' });
  await make(composeAgain, { reset: ['replyTime'] });
  expect((await data()).edited).toEqual({ videoTool: 'Une visio' });
  await expect(make(composeAgain, { reset: ['origin'] })).rejects.toThrow('--reset is "origin"');
});

test('the values pass the checks of site.json, whose refusals name each key', async () => {
  const incomplete = { email: '', 'trainer.name': 'Ada', 'training.bonuses': ['un'], day: ['12:00\t09:00\t'] };
  await expect(edit(incomplete)).rejects.toMatchObject({
    name: 'FactsError',
    refusals: expect.arrayContaining([
      { key: 'email', rule: 'min' },
      { key: 'trainer.path', rule: 'optionality' },
      { key: 'training.bonuses', rule: 'five' },
      { key: 'day[0].text', rule: 'optionality' },
    ]),
    message: expect.stringContaining("site.json with email, trainer.name, training.bonuses, day of the owner's space"),
  });
  await write({ origin: 'https://atelier-relance.fr' });
  await expect(edit({ 'hosting.name': '', phone: '06 39 98 00 00' })).rejects.toMatchObject({
    refusals: expect.arrayContaining([
      { key: 'phone', rule: 'example' },
      { key: 'hosting.name', rule: 'missing' },
    ]),
  });
  expect((await data()).edited).toBeUndefined();
});

test('pasted text is cleaned before it is stored', async () => {
  await edit({ 'publisher.siren': '732829320 00074', leadSources: ['Un\u0085portail'] });
  expect((await data()).edited).toEqual({ 'publisher.siren': '732 829 320', leadSources: ['Un portail'] });
  await expect(edit({ nda: '12' })).rejects.toMatchObject({ refusals: [{ key: 'nda', rule: 'plausible' }] });
});

test('the address of the video call is edited and is in no page', async () => {
  await edit({ videoLink: 'https://visio.example/salle' });
  const { site, edited } = await data();
  expect([JSON.stringify(site).includes('visio.example'), edited]).toEqual([
    false,
    { videoLink: 'https://visio.example/salle' },
  ]);
  await expect(edit({ videoLink: 'http://visio.example' })).rejects.toMatchObject({
    refusals: [{ key: 'videoLink', rule: 'address' }],
  });
});

test('promises that the owner keeps are stored word for word, and no page is written again for them', async () => {
  await edit({ replyTime: 'demain' });
  const { site: before } = await data();
  const promises = ['Trois automatisations qui fonctionnent, ou remboursé'];
  await edit({ promises });
  const { site, edited } = await data();
  expect([site, edited]).toEqual([before, { replyTime: 'demain', promises }]);
});

test('a promise that the owner does not keep is named to every page, and to none once it is kept again', async () => {
  await edit({ hiddenPromises: ['soon'] });
  expect((await data()).site.hiddenPromises).toEqual(['soon']);
  await edit({ hiddenPromises: [] });
  expect((await data()).site).not.toHaveProperty('hiddenPromises');
});

test('a certification is edited with its category, never without it', async () => {
  const certificate = 'https://atelier.example/certificat.pdf';
  await edit({ 'qualiopi.category': 'Actions de formation', 'qualiopi.certificate': certificate });
  expect((await data()).site.qualiopi).toEqual({ category: 'Actions de formation', certificate });
  await expect(edit({ 'qualiopi.category': '' })).rejects.toMatchObject({
    refusals: [{ key: 'qualiopi.category', rule: 'optionality' }],
  });
});

test('facts that contradict each other about VAT are refused together, from either side; others are edited meanwhile', async () => {
  const mention = { 'publisher.vat': 'TVA non applicable, article 293 B du CGI' };
  const refused = {
    refusals: [
      { key: 'papers.vat', rule: 'vat' },
      { key: 'publisher.vat', rule: 'vat' },
    ],
  };
  await expect(edit({ ...mention, 'papers.vat': 'standard' })).rejects.toMatchObject(refused);
  await edit({ 'papers.vat': 'standard' });
  await expect(edit(mention)).rejects.toMatchObject(refused);
  const written = JSON.parse(await readFile(file, 'utf8'));
  await write({ publisher: { ...written.publisher, vat: mention['publisher.vat'] } });
  expect(await edit({ replyTime: 'demain' })).not.toBeNull();
});

test.each<[what: string, facts: object]>([
  ['a key that is not edited here', { origin: 'https://ailleurs.example' }],
  ['a text that is too long', { replyTime: 'x'.repeat(2001) }],
  ['a long list', { leadSources: Array(21).fill('Un portail') }],
])('the input refuses %s', (_, facts) => {
  expect(v.safeParse(factsInput, facts).success).toBe(false);
});

test('a table is edited by lines, and is in the file as objects without the empty cells', async () => {
  await write({ tools: [{ name: 'Un tableur', use: 'les contacts' }] });
  await edit({
    tools: ['Un tableur\tles contacts\t'],
    day: ['13:30\t18:00\tLe reste', '09:00\t12:30\tLe début', '\t\t'],
  });
  const { site, edited } = await data();
  expect(site.day).toEqual([
    { from: '09:00', to: '12:30', text: 'Le début' },
    { from: '13:30', to: '18:00', text: 'Le reste' },
  ]);
  expect(Object.keys(edited ?? {})).toEqual(['day']);
  await edit({ tools: [], day: [] });
  const emptied = (await data()).site;
  expect([emptied.tools, emptied.day]).toEqual([undefined, undefined]);
});

test('without mails to visitors in the file, both answers of the owner are kept; with them, only the other one', () => {
  const kept = (config: object) =>
    [true, false].flatMap((visitorMails) => Object.values(differingFacts(config, { visitorMails })));
  expect([kept({}), kept({ visitorMails: true }), kept({ visitorMails: false })]).toEqual([
    [true, false],
    [false],
    [true],
  ]);
});

test('a fact that the site does not have is empty', () => {
  expect([factAt({}, 'payment.when'), factAt({}, 'visitorMails'), factAt({}, 'training.bonuses')]).toEqual([
    '',
    false,
    [],
  ]);
});
