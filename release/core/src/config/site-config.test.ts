import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@site/terminal/tests/temporary-folder';
import { shipped } from '../../tests/support/repository';
import { UserError } from '../user-error';
import { describeWithheld, listEmptyFacts, publicGaps, readPublishableConfig, readSiteConfig } from './site-config';

type Json = Record<string, unknown>;

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'site.json');
});

async function write(change: (config: Json) => void) {
  const config = JSON.parse(await readFile(shipped, 'utf8')) as Json;
  change(config);
  await writeFile(file, JSON.stringify(config));
}

describe('the file', () => {
  async function readWith(change: (config: Json) => void) {
    await write(change);
    return readSiteConfig(file);
  }

  test('accepts the site.json of the repository', async () => {
    const { site, backend } = await readSiteConfig(shipped);
    expect(site.email).toContain('@');
    expect(backend).toEqual({ url: '', anonKey: '' });
    expect(site).not.toHaveProperty('backend');
  });

  test('the video link is read apart from the site, whose facts everybody reads in the pages', async () => {
    const videoLink = 'https://visio.example/salle';
    const config = await readWith((written) => (written.videoLink = videoLink));
    expect(config.videoLink).toBe(videoLink);
    expect(JSON.stringify(config.site)).not.toContain('visio.example');
    await expect(readWith((written) => (written.videoLink = 'http://visio.example'))).rejects.toThrow(
      '"videoLink" must be an address that begins with https://',
    );
  });

  test('a missing or unknown key is an error that names it', async () => {
    await expect(readWith((config) => delete (config.publisher as Json).siren)).rejects.toThrow('publisher.siren');
    await expect(readWith((config) => ((config.hosting as Json).fax = ''))).rejects.toThrow('fax');
  });

  test('a file that lacks several keys names them all, and where they are to be found', async () => {
    await writeFile(file, '{ "origin": "" }');
    await expect(readSiteConfig(file)).rejects.toThrow(
      /: "product", "email", .*"training", "backend" are missing\. Add them as the supplied site\.json has them/,
    );
  });

  test.each([
    ['email', 'nobody', '"email" must be an e-mail address'],
    ['origin', 'example.com', '"origin" must be empty or an address'],
    ['origin', 'https://example.com/', '"origin" must not end with a slash'],
    ['phone', 33, 'phone'],
  ])('refuses %s = %j', async (key, value, message) => {
    await expect(readWith((config) => (config[key] = value))).rejects.toThrow(message);
  });

  test.each(['2026-02-30', '21/11/2026', '2026-11'])('refuses %s as a day', async (date) => {
    const refusal = /must be empty or a day of the calendar, as yyyy-MM-dd/;
    await expect(readWith((config) => ((config.training as Json).updatedOn = date))).rejects.toThrow(refusal);
    const testimonial = { name: 'Nom', role: '', text: 'Texte', date };
    await expect(readWith((config) => (config.testimonials = [testimonial]))).rejects.toThrow(refusal);
  });

  test('a missing file, or one that is not JSON, is an error that names it', async () => {
    await expect(readSiteConfig(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read: create it/);
    await writeFile(file, '{\n  "product": "a",\n}');
    await expect(readSiteConfig(file)).rejects.toThrow(/site\.json is not valid JSON: .+\.$/);
  });
});

describe('owner facts', () => {
  async function read(facts: object) {
    await write((config) => Object.assign(config, facts));
    return (await readSiteConfig(file)).site;
  }

  const facts = {
    papers: { title: 'Automatiser ses relances', region: 'Bretagne', vat: 'exempt', deposit: true },
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
    replyTime: 'sous 1 jour ouvré',
    prices: { standard: '249', funded: '390' },
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
  });

  test('an empty fact is read as one that is left out, with the object of which nothing else is given', async () => {
    const emptied = (value: unknown): unknown => {
      if (Array.isArray(value)) return [];
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, emptied(inner)]))
        : '';
    };
    const { datesMeaning: _, ...without } = await read({ trainer: undefined });
    expect(await read({ ...(emptied(facts) as object), datesMeaning: '', videoLink: '', tools: [{}] })).toEqual(
      without,
    );
    expect(await read({ leadSources: ['', 'Un formulaire'], tools: [{ name: 'Un tableur', use: '' }] })).toMatchObject({
      leadSources: ['Un formulaire'],
      tools: [{ name: 'Un tableur' }],
    });
    expect((await read({ guarantee: { deadline: 'Dix jours.', plans: [] } })).guarantee?.plans).toEqual(['standard']);
  });

  test('every fact is read as it was written', async () => {
    expect(await read(facts)).toMatchObject(facts);
  });

  test.each([
    [{ videoTool: 3 }, 'videoTool'],
    [{ trainer: { name: 'Ada Martin', path: '' } }, 'trainer.path'],
    [{ trainer: { ...facts.trainer, age: '40' } }, 'age'],
    [{ day: [{ from: '9h', to: '12:30', text: 'Le matin' }] }, '"day[0].from" must be a time of the day, as 09:30'],
    [{ day: [{ from: '12:30', to: '09:00', text: 'Le matin' }] }, '"day[0]" must end after it begins'],
    [{ prices: { standard: '0' } }, '"prices.standard" must be whole euros, as "199"'],
    [{ guarantee: { deadline: 'Dix', plans: ['premium'] } }, '"guarantee.plans[0]" must be one of standard, funded'],
    [{ nda: '1234' }, '"nda" must be a number of eleven digits, or "en cours"'],
    [{ mediator: { ...facts.mediator, url: 'javascript:alert(1)' } }, 'an address that begins with https://'],
    [{ visitorMails: 'oui' }, 'visitorMails'],
    [{ papers: { vat: 'none' } }, '"papers.vat" must be one of exempt, franchise, standard'],
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
});

describe('publication', () => {
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
    await write((config) => Object.assign(config, facts));
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
    const testimonials = [
      { name: 'Anne M.', role: '', text: 'Trois automatisations.', date: '2026-10-01', consent: '2026-10-05' },
    ];
    const lines = await refusal({ ...complete, testimonials });
    expect(lines[1]).toMatch(/^ {2}testimonialsCollection : .*témoignages/);
    await read({ ...complete, testimonials, testimonialsCollection: 'Recueillis par e-mail.' });
  });

  test('a testimonial without its date or the consent of its author, or of a day to come, is not in the site, and the start names it', async () => {
    const shown = { name: 'Anne M.', text: 'Trois automatisations.', date: '2026-10-01', consent: '2026-10-05' };
    const mistyped = { ...shown, name: 'Zoé', date: '2999-03-12' };
    const testimonials = [
      { ...shown, name: 'Paul', date: undefined },
      { ...shown, name: 'Lou', consent: '' },
      mistyped,
      shown,
    ];
    const { site, withheld } = await read({ testimonials });
    expect(site.testimonials).toEqual([{ name: 'Anne M.', role: '', text: shown.text, date: shown.date }]);
    expect(JSON.stringify(site)).not.toMatch(/Paul|Lou|Zoé|consent/);
    expect([describeWithheld(withheld), describeWithheld([])]).toEqual([
      expect.stringMatching(/: Paul, Lou, Zoé\.$/),
      null,
    ]);
  });

  test('a draft may be incomplete, and is always marked as a draft', async () => {
    expect((await read({ origin }, true)).site.draft).toBe(true);
    expect((await read(complete, true)).site.draft).toBe(true);
    expect((await read({}, true)).site.draft).toBe(true);
  });

  test('lists the gaps of a public draft, and none for a local one', async () => {
    const open = await read({ ...complete, phone: '' }, true);
    expect(publicGaps(open.site).map(({ fact }) => fact)).toEqual(['votre numéro de téléphone']);
    const publisher = { ...complete.publisher, vat: '' };
    const exempt = await read({ ...complete, publisher, papers: { vat: 'exempt' } }, true);
    expect(publicGaps(exempt.site)).toEqual([]);
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
});
