import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { shipped } from '../../tests/support/repository';
import { readSiteConfig } from './site-config';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

async function read(facts: object) {
  const config = JSON.parse(await readFile(shipped, 'utf8')) as object;
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify({ ...config, ...facts }));
  return (await readSiteConfig(file)).site;
}

const facts = {
  trainer: { name: 'Ada Martin', path: 'Dix ans en agence.' },
  day: [
    { from: '09:00', to: '12:30', text: 'La première automatisation' },
    { from: '13:30', to: '18:00', text: 'Les deux autres' },
  ],
  tools: [{ name: 'Un tableur', use: 'la base de contacts', cost: 'gratuit' }, { name: 'Un automate' }],
  leadSources: ['Un formulaire'],
  videoTool: 'Une visioconférence',
  afterSupport: 'Une heure d’aide dans le mois.',
  programmePdf: 'https://atelier.example/programme.pdf',
  replyTime: 'sous un jour ouvré',
  payment: { when: 'Après la journée.', refusal: 'Vous ne devez rien.' },
  guarantee: { deadline: 'Écrivez-nous dans les dix jours.', plans: ['standard', 'funded'] },
  nda: '11 75 12345 67',
  qualiopi: { category: 'Actions de formation', certificate: 'https://atelier.example/certificat.pdf' },
  mediator: { name: 'Un médiateur', address: '1 rue des Lilas, 75000 Paris', url: 'https://mediateur.example' },
  dataHost: { name: 'Un hébergeur', address: '2 rue des Lilas, 75000 Paris', transfers: 'Elles restent en France.' },
  testimonialsCollection: 'Recueillis par e-mail après la session.',
  sendsFundingFile: true,
  visitorMails: true,
};

test('the site.json of the repository leaves out every fact that only its owner knows', async () => {
  const site = await read({});
  for (const key of Object.keys(facts)) expect(site).not.toHaveProperty(key);
  expect(site.datesMeaning).toMatch(/^Proposez un ou plusieurs jours/);
  expect(site.training.bonuses).toEqual([]);
  expect((await read({ datesMeaning: undefined })).datesMeaning).toBeUndefined();
});

test('every fact is read as it was written', async () => {
  expect(await read(facts)).toMatchObject(facts);
});

test.each([
  [{ videoTool: '' }, '"videoTool" is empty: leave the key out'],
  [{ leadSources: [] }, '"leadSources" is empty: leave the key out'],
  [{ leadSources: [''] }, '"leadSources[0]" must not be empty'],
  [{ videoTool: 3 }, 'videoTool'],
  [{ trainer: { name: 'Ada Martin' } }, 'trainer.path'],
  [{ trainer: { ...facts.trainer, age: '40' } }, 'age'],
  [{ day: [{ from: '9h', to: '12:30', text: 'Le matin' }] }, '"day[0].from" must be a time of the day, as 09:30'],
  [{ day: [{ from: '12:30', to: '09:00', text: 'Le matin' }] }, '"day[0]" must end after it begins'],
  [{ payment: {} }, '"payment" holds nothing: give one of when, how, advance, refusal, or leave the key out'],
  [{ guarantee: { deadline: 'Dix jours.', plans: [] } }, '"guarantee.plans" is empty'],
  [{ guarantee: { deadline: 'Dix', plans: ['premium'] } }, '"guarantee.plans[0]" must be one of standard, funded'],
  [{ nda: '1234' }, '"nda" must be a number of eleven digits'],
  [{ mediator: { ...facts.mediator, url: 'javascript:alert(1)' } }, 'an address that begins with https://'],
  [{ visitorMails: 'oui' }, 'visitorMails'],
])('refuses %j', async (wrong, message) => {
  await expect(read(wrong)).rejects.toThrow(message);
});

test('five names of bonuses are accepted, and no other number, because the offer has five', async () => {
  const { training } = JSON.parse(await readFile(shipped, 'utf8')) as { training: object };
  const named = (count: number) => Array.from({ length: count }, (_, at) => `Bonus ${at}`);
  for (const count of [1, 4, 6]) {
    await expect(read({ training: { ...training, bonuses: named(count) } })).rejects.toThrow(
      `"training.bonuses" lists ${count}: name exactly five, as the offer has five, or none`,
    );
  }
  expect((await read({ training: { ...training, bonuses: named(5) } })).training.bonuses).toEqual(named(5));
});
