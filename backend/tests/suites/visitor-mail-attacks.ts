import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { times } from '../support/sign-in-calls';
import { anyAddress } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

type Mails = ReturnType<typeof visitorMailsOf>;

interface Attack {
  /** Completes "nobody can mail strangers by …". */
  readonly name: string;
  readonly run: (mails: Mails, backend: TestBackend) => Promise<unknown>;
  /** The number of mails that it may cause nevertheless. */
  readonly most: number;
  /** Disables the defence; the same attack then sends more mails. */
  readonly without: string;
}

/** Treats every request as trusted, which `flagged` otherwise prevents. */
const TRUST_ALL = `create or replace function private.author_of(request uuid, out email text, out is_trusted boolean)
  language sql stable set search_path = ''
  begin atomic
    select c.email, true from public.contacts c where c.id = request
    union all select r.email, true from public.reservations r where r.id = request;
  end`;
const TAGS_COUNT = `create or replace function private.mailbox(address text) returns text
  language sql immutable set search_path = '' return address`;
const ANY_ADDRESS = `create or replace function private.is_email(value text) returns boolean
  language sql immutable set search_path = '' return true`;

const attacks: readonly Attack[] = [
  {
    name: 'naming many recipients',
    run: ({ sendContact }) => Promise.all(times(24).map(() => sendContact({}))),
    most: 20,
    without: 'update private.settings set receipts_per_hour = 1000, visitor_mails_per_hour = 1000',
  },
  {
    name: 'naming one recipient again and again, from many networks at once',
    run: ({ sendContact, book }) => {
      const email = anyVisitor();
      return Promise.all([...times(4).map(() => sendContact({ email })), ...times(2).map(() => book({ email }))]);
    },
    most: 1,
    without: "update private.settings set receipt_every = '0', visitor_mails_per_day = 1000",
  },
  {
    name: 'naming one mailbox by many tags, cases and dots',
    run: async ({ sendContact }) => {
      const name = `v${Date.now()}`;
      for (const local of [
        `${name}`,
        `${name}+a`,
        `${name}+b`,
        name.toUpperCase(),
        `${name.slice(0, 2)}.${name.slice(2)}`,
      ])
        await sendContact({ email: `${local}@gmail.com` });
      await sendContact({ email: `${name}@googlemail.com` });
    },
    most: 1,
    without: TAGS_COUNT,
  },
  {
    name: 'letting the owner cancel many requests in one person’s name',
    run: async ({ book }, backend) => {
      const owner = await ownerCalls(backend);
      const email = anyVisitor();
      for (const day of times(7)) {
        const id = await book({ email }, parisDay(60 + day));
        await owner.read('cancel', { id, version: (await owner.one(id)).version });
      }
    },
    most: 5,
    without: 'update private.settings set visitor_mails_per_day = 1000',
  },
  {
    name: 'letting the owner cancel requests in many names',
    run: async ({ book, query }) => {
      const ids = await Promise.all(times(24).map(() => book({})));
      for (const id of ids) await query('select public.owner_cancel($1, null)', [id]);
    },
    most: 30,
    without: 'update private.settings set visitor_mails_per_hour = 1000',
  },
  {
    name: 'sending so much that requests are flagged',
    run: async ({ sendContact, query }) => {
      await query('update private.settings set total_per_hour = 0');
      await sendContact({});
      await sendContact({});
    },
    most: 0,
    without: TRUST_ALL,
  },
  {
    name: 'filling in the field that people never see',
    run: ({ sendContact }) => sendContact({ headers: { 'x-client-info': 'site-web/1.0.0 honeypot=filled' } }),
    most: 0,
    without: TRUST_ALL,
  },
  {
    name: 'sending more from one network than people do',
    run: async ({ sendContact }) => {
      const from = anyAddress();
      for (const _ of times(8)) await sendContact({ email: anyVisitor(), from });
    },
    most: 5,
    without: TRUST_ALL,
  },
  ...[
    ['a header in the address', 'a@exemple.org\r\nBcc: b@exemple.org'],
    ['several addresses in one', 'a@exemple.org,b@exemple.org'],
    ['an address in Unicode', 'á@exemple.org'],
    ['an address of 255 characters', `${'a'.repeat(243)}@exemple.org`],
  ].map(
    ([name, email]): Attack => ({
      name: `${name}`,
      run: ({ sendContact }) => sendContact({ email: email ?? '' }),
      most: 0,
      without: ANY_ADDRESS,
    }),
  ),
];

/** Runs each attack twice: against the site, and without the defence that should stop it. */
export function describeVisitorMailAttacks(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const definitionOf = async (name: string) =>
    (await mails.query<{ text: string }>('select pg_get_functiondef($1::regproc) as text', [name]))[0]?.text ?? '';
  const restore: string[] = [];

  beforeAll(async () => {
    for (const name of ['private.author_of', 'private.mailbox', 'private.is_email'])
      restore.push(await definitionOf(name));
  });
  beforeEach(mails.reset);
  afterEach(async () => {
    for (const text of restore) await mails.query(text);
    await mails.query('delete from public.contacts where not private.is_email(email)');
  });
  afterAll(mails.switchOff);

  test.each(attacks)('nobody can mail strangers by $name', async ({ run, most, without }) => {
    await run(mails, backend());
    expect((await mails.queued()).length).toBeLessThanOrEqual(most);

    await mails.reset();
    await mails.query(without);
    await run(mails, backend());
    expect((await mails.queued()).length).toBeGreaterThan(most);
  });

  test('a text typed into any field is in no mail to a visitor', async () => {
    const bait = 'Achetez sur https://piege.example';
    await mails.sendContact({}, { prenom: bait, nom: bait, telephone: '06 12 34 56 78 piege', message: bait });
    const mail = await mails.claimed();
    expect(mail?.kind).toBe('receipt');
    expect(JSON.stringify(mail)).not.toMatch(/piege|Achetez/);
    // The owner's mail about the same request contains it.
    const [told] = await mails.query('select private.request_json($1)', [mail?.detail.id]);
    expect(JSON.stringify(told)).toContain(bait);
  });
}
