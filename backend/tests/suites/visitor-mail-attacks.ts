import type { TestBackend } from '../support/backend';
import { parisDay } from '../support/rows';
import { times } from '../support/times';
import { anyAddress } from '../support/visitor';
import { anyVisitor, visitorMailsOf } from '../support/visitor-mails';

type Mails = ReturnType<typeof visitorMailsOf>;

interface Attack {
  /** Completes "nobody can mail strangers by …". */
  readonly name: string;
  /** A smaller limit, so that the attack is short. */
  readonly limit?: string;
  readonly run: (mails: Mails, backend: TestBackend) => Promise<unknown>;
  /** The number of mails that it may cause nevertheless. */
  readonly most: number;
}

const attacks: readonly Attack[] = [
  {
    name: 'naming many recipients at once',
    limit: 'receipts_per_hour = 3',
    run: ({ sendContact }) => Promise.all(times(6).map(() => sendContact({}))),
    most: 3,
  },
  {
    name: 'naming one recipient again and again, from many networks at once',
    run: ({ sendContact, book }) => {
      const email = anyVisitor();
      return Promise.all([...times(4).map(() => sendContact({ email })), ...times(2).map(() => book({ email }))]);
    },
    most: 1,
  },
  {
    name: 'naming one mailbox by many tags, cases and dots',
    run: async ({ sendContact }) => {
      const name = `v${Date.now()}`;
      const dotted = `${name.slice(0, 2)}.${name.slice(2)}`;
      for (const local of [name, `${name}+a`, `${name}+b`, name.toUpperCase(), dotted])
        await sendContact({ email: `${local}@gmail.com` });
      await sendContact({ email: `${name}@googlemail.com` });
    },
    most: 1,
  },
  {
    name: 'letting the owner cancel many requests in one person’s name',
    limit: 'visitor_mails_per_day = 2',
    run: async ({ book, act }) => {
      const email = anyVisitor();
      for (const day of times(3)) await act(await book({ email }, parisDay(60 + day)), 'cancel');
    },
    most: 2,
  },
  {
    name: 'letting the owner cancel requests in many names',
    limit: 'visitor_mails_per_hour = 5',
    run: async ({ book, query }) => {
      for (const _ of times(3)) await query('select public.owner_cancel($1, null)', [await book({})]);
    },
    most: 5,
  },
  {
    name: 'sending so much that requests are flagged',
    limit: 'total_per_hour = 0',
    run: async ({ sendContact }) => sendContact({}),
    most: 0,
  },
  {
    name: 'filling in the field that people never see',
    run: ({ sendContact }) => sendContact({ headers: { 'x-client-info': 'site-web/1.0.0 honeypot=filled' } }),
    most: 0,
  },
  {
    name: 'sending more from one network than people do',
    run: async ({ sendContact }) => {
      const from = anyAddress();
      for (const _ of times(6)) await sendContact({ email: anyVisitor(), from });
    },
    most: 5,
  },
];

/** Mails that an attacker causes to people who have not asked for them. */
export function describeVisitorMailAttacks(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  beforeEach(mails.reset);
  afterAll(mails.switchOff);

  test.each(attacks)('nobody can mail strangers by $name', async ({ limit, run, most }) => {
    if (limit) await mails.query(`update private.settings set ${limit}`);
    await run(mails, backend());
    expect(await mails.queued()).toHaveLength(most);
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
