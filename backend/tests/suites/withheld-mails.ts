import type { TestBackend } from '../support/backend';
import { ownerCalls } from '../support/owner-calls';
import { parisDay } from '../support/rows';
import { visitorMailsOf } from '../support/visitor-mails';

const asked = parisDay(40);

/** Which requests get no mail, and what happens to their mails later. */
export function describeWithheldMails(backend: () => TestBackend): void {
  const mails = visitorMailsOf(backend);
  const { query, sendContact, book, queued, settle, act, reset, switchOff } = mails;

  beforeEach(reset);
  afterAll(switchOff);

  test('no visitor gets a mail until the owner switches it on', async () => {
    await query('update private.settings set visitor_mails = default');
    await sendContact({});
    const id = await book({}, asked);
    await act(id, 'confirm', { dates: null });
    expect(await queued()).toEqual([]);
  });

  test('days that are over are confirmed without a mail', async () => {
    const id = await book({}, asked);
    await settle();
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, parisDay(-1)]);
    await act(id, 'confirm', { dates: null });
    expect((await queued()).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
  });

  test('the owner can read whether an action sends a mail, and which mails there are', async () => {
    const owner = await ownerCalls(backend());
    const id = await book({}, asked);
    expect(await owner.read('request', { id })).toMatchObject({ tellsVisitor: true });
    await query('update public.reservations set flagged = true where id = $1', [id]);
    expect(await owner.read('request', { id })).toMatchObject({ tellsVisitor: false });
    expect(
      (await owner.read<{ mails: { kind: string }[] }>('request', { id })).mails.map(({ kind }) => kind),
    ).toContain('receipt');
  });

  test('a flagged request gets the receipt that was withheld when the owner verifies it, unless it is answered', async () => {
    const flagged = async (changes = '') => {
      const id = await book({}, asked);
      await query("delete from private.outbox where kind = 'receipt'");
      await query(`update public.reservations set flagged = true ${changes} where id = $1`, [id]);
      return id;
    };
    const open = await flagged();
    await act(open, 'verify');
    await act(open, 'verify');
    expect(await queued()).toEqual([{ kind: 'receipt', ref: open }]);
    const answered = await flagged(", status = 'annulee'");
    await act(answered, 'verify');
    expect(await queued()).toEqual([]);
  });

  test.each([
    ['about the site keeps all mails for two days, and the owner reads it', '554 5.7.1', 47, false, true],
    ['about the site gives up after two days and removes nothing', '554 5.7.1', 48, false, true],
    ['of a recipient that does not exist is final, removes the receipt and is no concern', '550 5.1.1', 0, true, false],
    ['of a recipient for now is no concern', '450 4.2.0', 47, false, false],
  ])('a refusal %s', async (_, error, hours, isFinal, isOurs) => {
    const id = await book({}, asked);
    await settle();
    await sendContact({});
    await act(id, 'confirm', { dates: null });
    await query(
      `update private.outbox set attempts = 40, first_tried_at = now() - make_interval(hours => $1)
         where recipient_hash is not null and sent_at is null`,
      [hours],
    );
    await query(
      `select private.mail_failed(id, $1, $2, $3) from private.outbox where recipient_hash is not null and sent_at is null`,
      [error, isFinal, isOurs],
    );
    const row = { is_over: isFinal || hours === 48, last_error: isOurs ? error : null, visitor_error: error };
    const kinds = isFinal ? ['confirmation'] : ['confirmation', 'receipt'];
    expect(
      await query(
        `select kind, given_up_at is not null as is_over, last_error, visitor_error from private.outbox
           where recipient_hash is not null and sent_at is null order by kind`,
      ),
    ).toEqual(kinds.map((kind) => ({ kind, ...row })));
  });

  test('mails to visitors cause no digest to the owner', async () => {
    await query('update private.settings set mails_per_hour = 2');
    await sendContact({});
    await sendContact({});
    expect(await query("select kind from private.outbox where kind = 'digest'")).toEqual([]);
  });

  test('an event that is restored from a backup causes no mail', async () => {
    const id = await book({}, asked);
    await settle();
    await query("update public.reservations set status = 'confirmee' where id = $1", [id]);
    await query(
      `insert into private.request_events (ref, at, who, action, detail)
         values ($1, now() - interval '1 day', 'terminal', 'confirmed', '[]')`,
      [id],
    );
    expect((await queued()).filter(({ kind }) => kind !== 'receipt')).toEqual([]);
  });
}
