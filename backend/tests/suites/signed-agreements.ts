import type { TestBackend } from '../support/backend';
import { dayFilesOf, half, type OwnConcern, TODAY, WHOLE } from '../support/day-files';
import { IMPOSSIBLE } from '../support/owner';
import { parisDay } from '../support/rows';
import { visitor } from '../support/visitor';
import { bookWithLink } from '../support/visitor-mails';

export function describeSignedAgreements(backend: () => TestBackend): void {
  const { query, owner, read, change, mark } = dayFilesOf(backend);

  /** A reservation whose convention both sides have signed. */
  const signed = async (days: readonly string[]) => {
    const booked = await bookWithLink(backend(), days);
    await owner.confirm(booked.id);
    await change(booked.id, { ...WHOLE, payer: 'company', nextDays: 'Le second jour.' });
    await mark(booked.id, 'convention');
    await mark(booked.id, 'convention', { step: 'signed' });
    return booked;
  };
  test('the file has the client of what both sides have signed, also once others have the agreement', async () => {
    const { id } = await signed([parisDay(329)]);
    const { payerName, payerSiren } = WHOLE;
    for (const next of [{ payer: 'self' }, { payer: 'company', payerName: 'Agence du Nord', payerSiren: null }]) {
      await change(id, next);
      await mark(id, 'convention');
      expect((await read(id)).file).toMatchObject({ signedClient: { payer: 'company', payerName, payerSiren } });
    }
  });

  /** What « Aujourd'hui » and the mail of the morning tell of a cancellation. */
  const endings = async (id: string) => {
    const [mailed] = await query<{ all: readonly OwnConcern[] | null }>('select private.concerns() as all');
    const own = (await owner.concernsOf(id)).filter(({ kind }) => kind === 'ended');
    expect((mailed?.all ?? []).filter(({ kind, request }) => kind === 'ended' && request === id)).toEqual(own);
    return { own, givenUp: await owner.givenUpOf(id) };
  };

  test('a signed reservation that the owner cancels is told of until it is noted as done, and keeps what is due since', async () => {
    const { id } = await signed([parisDay(330)]);
    const calledOff = async () => (await owner.read<{ calledOff: object | null }>('day_file', { id })).calledOff;
    expect([await calledOff(), (await endings(id)).own]).toEqual([null, []]);
    await owner.act(id, 'cancel');
    const agreement = { isContract: false, signedOn: TODAY };
    expect(await calledOff()).toEqual(agreement);
    const told = { kind: 'ended', isUrgent: false, request: id, name: 'Camille Durand', agreement, isOwn: true };
    expect(await endings(id)).toEqual({ own: [told], givenUp: undefined });
    await owner.act(id, 'note', { note: 'Appelée' });
    expect(await calledOff()).not.toBeNull();
    await owner.act(id, 'see_given_up');
    expect([await calledOff(), (await endings(id)).own]).toEqual([null, []]);
    expect((await change(id, { cancelCents: 9950 })).body).toMatchObject({ file: { cancelCents: 9950 } });
  });

  test.each(['company', 'fifpl'])(
    'the rest that the owner calls off after a signed day was held is told of until it is noted as done, and nothing is to be signed for that day, paid by: %s',
    async (payer) => {
      const [held, first, later] = [parisDay(-1), parisDay(337), parisDay(338)];
      const { id, read: managed } = await signed([first, later]);
      await change(id, { payer });
      const moved =
        'days = array_replace(days, $2, $3), signed_before = replace(signed_before::text, $2::text, $3::text)::jsonb';
      await query(`update private.day_papers set ${moved} where ref = $1`, [id, first, held]);
      await query('update public.reservation_dates set date = $3 where reservation_id = $1 and date = $2', [
        id,
        first,
        held,
      ]);
      const calledOff = async () => (await owner.read<{ calledOff: object | null }>('day_file', { id })).calledOff;
      const rest = async () => [await calledOff(), (await endings(id)).own];
      expect(await rest()).toEqual([null, []]);
      await owner.act(id, 'cancel');
      const agreement = { isContract: false, signedOn: TODAY };
      const told = { kind: 'ended', isUrgent: false, request: id, name: 'Camille Durand', agreement, isOwn: true };
      expect(await rest()).toEqual([agreement, [{ ...told, days: [later] }]]);
      expect(await managed()).toMatchObject({ status: 'confirmee', agreement, newAgreement: null });
      const signatures = "select from private.deadlines($2) where request = $1 and step = 'signature'";
      expect(await query(signatures, [id, TODAY])).toEqual([]);
      await owner.act(id, 'see_given_up', payer === 'fifpl' ? { refunded_on: TODAY } : {});
      expect(await rest()).toEqual([null, []]);
    },
  );

  test('a sum that a cancelled visitor owes, or gets back, is told of until its day is noted, whatever else the owner does', async () => {
    const [first, second] = [parisDay(331), parisDay(332)];
    const days = [first, second];
    const { id, change: manage } = await signed(days);
    await manage('give_up_day', { day: first });
    expect(await endings(id)).toMatchObject({ own: [], givenUp: { days: [first] } });
    await manage('cancel');
    // The stronger of both lines has the rest: the space leaves out the other.
    expect(await endings(id)).toMatchObject({ own: [{ isOwn: false, days: [second] }], givenUp: { days } });
    await change(id, { cancelCents: 9950 });
    expect((await endings(id)).own).toMatchObject([{ dueCents: 9950 }]);
    expect(await owner.attempt(id, 'follow_up', { step: 'held', day: TODAY })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await endings(id)).own).toEqual([]);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: null });
    await owner.act(id, 'follow_up', { step: 'paid', day: null });
    expect((await endings(id)).own).toHaveLength(1);
    expect(await owner.attempt(id, 'see_given_up', { refunded_on: parisDay(1) })).toMatchObject(IMPOSSIBLE);
    await owner.act(id, 'see_given_up', { refunded_on: parisDay(-1) });
    expect((await endings(id)).own).toEqual([]);
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'refunded', detail: { days: [parisDay(-1)] } });
  });

  test('what came from a consumer who withdraws stays known, with the day by which it is given back', async () => {
    const { id, change: manage } = await bookWithLink(backend(), [parisDay(336)]);
    await owner.confirm(id);
    await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('cancel');
    const came = { depositOn: parisDay(-1), depositCents: 5970, refundUntil: parisDay(14) };
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ agreement: came });
    expect(told).not.toHaveProperty('agreement.isRefundLate');
    await query("update private.request_events set at = at - interval '15 days' where ref = $1", [id]);
    const late = { agreement: { ...came, refundUntil: parisDay(-1), isRefundLate: true } };
    expect((await endings(id)).own).toMatchObject([late]);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: late.agreement });
    const toOwner = 'select private.change_detail($1) as mail';
    expect(await query(toOwner, [id])).toMatchObject([{ mail: { change: { agreement: late.agreement } } }]);
    await owner.act(id, 'see_given_up', { refunded_on: TODAY });
    const returned = { action: 'refunded', detail: { days: [TODAY], cents: 5970 } };
    expect((await owner.historyOf(id)).at(-1)).toMatchObject(returned);
    const [{ mail } = { mail: {} }] = await query<{ mail: object }>(toOwner, [id]);
    expect(mail).not.toHaveProperty('change.agreement.refundUntil');
  });

  test('what was paid before a cancellation stays known, with its price, beside what is due', async () => {
    const { id } = await signed([parisDay(338)]);
    await change(id, { priceCents: 19_900 });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    await owner.act(id, 'cancel');
    await change(id, { cancelCents: 9_950 });
    expect((await endings(id)).own).toMatchObject([
      { agreement: { paidOn: TODAY, paidCents: 19_900 }, dueCents: 9_950 },
    ]);
  });

  test.each([
    ['a consumer withdraws', -12, true, false],
    ['the owner cancels and tells it', -12, false, false],
    ['the owner cancels and tells nobody', -12, false, true],
    ['a consumer cancels after the time to withdraw', -30, true, true],
  ])(
    'once %s and the reservation is opened again, only what may come back binds, and what came is told of until it is given back',
    async (_, day, isVisitors, isKept) => {
      const { id, secret, read: managed, change: manage } = await bookWithLink(backend(), [parisDay(347)]);
      const ended = isKept ? null : { isContract: true, signedOn: parisDay(day), cents: 5970 };
      await owner.confirm(id);
      await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(day) });
      await change(id, { depositOn: parisDay(-1), expressRequestOn: parisDay(-1) });
      const before = await read(id);
      await (isVisitors ? manage('cancel') : owner.act(id, 'cancel'));
      if (!isVisitors && !isKept) await owner.act(id, 'tell', { channel: 'email' });
      const told = (await endings(id)).own;
      expect((await read(id)).request).toMatchObject({ heldCents: isKept ? 5970 : null, owed: ended });
      await owner.act(id, 'reopen');
      expect([(await read(id)).request.owed, (await managed()).owed]).toEqual([ended, ended]);
      const form = await visitor(backend()).post('rpc/manage_day_file', { secret });
      expect(form.body).toMatchObject({ isClosed: isKept });
      const known = isKept ? [] : told;
      expect((await endings(id)).own).toEqual(known);
      await owner.act(id, 'confirm');
      expect((await endings(id)).own).toEqual(known);
      const present = await read(id);
      const { agreement } = await managed();
      if (isKept) {
        expect(agreement).toMatchObject({ isContract: true, signedOn: parisDay(day) });
        const { version: _version, ...file } = before.file;
        expect(present.file).toMatchObject(file);
        return;
      }
      expect(agreement).toBeNull();
      expect(await managed()).toMatchObject({ newAgreement: null, isContract: true });
      expect(present).toMatchObject({
        request: { agreement: null, newAgreement: null, followUp: {} },
        file: { depositOn: null, depositCents: null, expressRequestOn: null, signedClient: null },
      });
      expect(present.request.followUp).toEqual({});
      expect(present.file.papers).toContainEqual(
        expect.objectContaining({ paper: 'convention', signedOn: null, replaces: null, payableFrom: null }),
      );
      expect(await owner.historyOf(id)).toContainEqual(expect.objectContaining({ action: 'convention_signed' }));
      const owed = { depositOn: parisDay(-1), depositCents: 5970 };
      expect(known).toMatchObject([{ isOwn: !isVisitors, agreement: owed }]);
      expect(await owner.read('day_file', { id })).toMatchObject({ [isVisitors ? 'left' : 'calledOff']: owed });
      await mark(id, 'convention', { step: 'signed' });
      expect(await managed()).toMatchObject({ agreement: { signedOn: TODAY, withdrawalUntil: expect.any(String) } });
      expect(await owner.attempt(id, 'follow_up', { step: 'paid', day: TODAY })).toMatchObject(IMPOSSIBLE);
      expect((await endings(id)).own).toEqual(known);
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      expect((await endings(id)).own).toEqual([]);
      expect([(await read(id)).request.owed, (await managed()).owed]).toEqual([null, null]);
      expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'refunded', detail: { cents: 5970 } });
    },
  );

  test.each(['owner', 'visitor'])(
    'what is to be given back since a first cancellation is named after the second one, by the %s',
    async (who) => {
      const { id, read: managed, change: manage } = await bookWithLink(backend(), [parisDay(348)]);
      await owner.confirm(id);
      await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
      await change(id, { depositOn: parisDay(-1) });
      await owner.act(id, 'cancel');
      await owner.act(id, 'tell', { channel: 'email' });
      await owner.act(id, 'reopen');
      await (who === 'owner' ? owner.act(id, 'cancel') : manage('cancel'));
      const owed = { isContract: true, signedOn: parisDay(-12), cents: 5970 };
      expect(await managed()).toMatchObject({ status: 'annulee', agreement: null, calledOff: null, owed });
      expect((await read(id)).request.owed).toEqual(owed);
      const detail = 'select private.cancellation_detail(r) as told from public.reservations r where r.id = $1';
      expect(await query(detail, [id])).toMatchObject([{ told: { owed } }]);
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      expect(await managed()).toMatchObject({ owed: null });
    },
  );

  test('of a reopened reservation, the visitor’s form is open again once its signed day is another one', async () => {
    const { id, secret } = await bookWithLink(backend(), [parisDay(349)]);
    await owner.confirm(id);
    await change(id, { ...WHOLE, payer: 'self' });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30) });
    for (const step of ['cancel', 'reopen'] as const) await owner.act(id, step);
    const form = async () => (await visitor(backend()).post('rpc/manage_day_file', { secret })).body;
    expect(await form()).toMatchObject({ isClosed: true });
    await owner.act(id, 'change_day', { from_day: parisDay(349), to_day: parisDay(350) });
    expect(await form()).toMatchObject({ isClosed: false });
  });

  test('a signed day that its visitor gives up while it waits again is told of with its agreement, and with the deposit once the rest is confirmed', async () => {
    const [gone, kept] = [parisDay(351), parisDay(352)];
    const { id, change: manage } = await signed([gone, kept]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30) });
    await change(id, { depositOn: parisDay(-1) });
    for (const step of ['cancel', 'reopen'] as const) await owner.act(id, step);
    await manage('give_up_day', { day: gone });
    const agreement = { isContract: true, signedOn: parisDay(-30) };
    const told = { action: 'visitor_gave_up', wasConfirmed: false, agreement };
    expect(await query('select private.change_detail($1) as mail', [id])).toMatchObject([{ mail: { change: told } }]);
    await owner.act(id, 'confirm', { dates: [kept] });
    expect((await endings(id)).own).toMatchObject([
      { isOwn: false, days: [gone], agreement: { depositCents: 11_940 } },
    ]);
    await owner.act(id, 'see_given_up');
    expect((await endings(id)).own).toEqual([]);
  });

  test('of several days for which a sum came, one that is called off is told of until that is noted, also under a new agreement', async () => {
    const days = [parisDay(341), parisDay(342)];
    const [kept, gone] = days;
    const { id } = await signed(days);
    await change(id, { priceCents: 39_800 });
    await mark(id, 'convention');
    await mark(id, 'convention', { step: 'signed' });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    await owner.act(id, 'confirm', { dates: [kept] });
    const agreement = { isContract: false, signedOn: TODAY, paidOn: TODAY, paidCents: 39_800 };
    expect(await endings(id)).toMatchObject({ own: [{ isOwn: true, days: [gone], agreement }] });
    expect(await owner.read('day_file', { id })).toMatchObject({ calledOff: agreement, left: null });
    await change(id, { priceCents: 19_900 });
    await mark(id, 'convention', { print: 'abc1' });
    await mark(id, 'convention', { step: 'signed' });
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ days: [gone] });
    expect(told).not.toHaveProperty('agreement.paidCents');
    await owner.act(id, 'see_given_up', { refunded_on: TODAY });
    expect((await endings(id)).own).toEqual([]);
  });

  test('a signed day that its visitor gives up after a deposit is told of until that is noted, and is no withdrawal', async () => {
    const gone = parisDay(343);
    const { id, change: manage } = await signed([gone, parisDay(344)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('give_up_day', { day: gone });
    const agreement = { isContract: true, isPart: true, depositOn: parisDay(-1), depositCents: 11_940 };
    await owner.act(id, 'note', { note: 'Appelée' });
    const [told] = (await endings(id)).own;
    expect(told).toMatchObject({ isOwn: false, days: [gone], agreement });
    for (const one of ['withdrawalUntil', 'refundUntil']) expect(told).not.toHaveProperty(`agreement.${one}`);
    expect(await owner.read('day_file', { id })).toMatchObject({ left: agreement, calledOff: null });
    await owner.act(id, 'see_given_up');
    expect((await endings(id)).own).toEqual([]);
  });

  test('nothing is to be given back for a day that is called off before any sum came, nor for one that is confirmed again', async () => {
    const days = [parisDay(345), parisDay(346)];
    const [kept] = days;
    const { id } = await signed(days);
    await owner.act(id, 'confirm', { dates: [kept] });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await endings(id)).own).toEqual([]);
    await owner.act(id, 'confirm', { dates: days });
    await owner.act(id, 'confirm', { dates: [kept] });
    expect((await endings(id)).own).toHaveLength(1);
    await owner.act(id, 'confirm', { dates: days });
    expect((await endings(id)).own).toEqual([]);
  });

  test('the deposit of a cancelled contrat is noted and taken back, at what it was', async () => {
    const { id } = await signed([parisDay(339)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await owner.act(id, 'cancel');
    const noted = { depositOn: parisDay(-1), depositCents: 5_970 };
    expect((await change(id, { depositOn: parisDay(-1) })).body).toMatchObject({ file: noted, calledOff: noted });
    expect((await change(id, { depositOn: null })).body).toMatchObject({ file: { depositOn: null } });
  });

  test.each(['deposit', 'whole price'])(
    'the %s of a signed agreement stays due until it is given back, whatever is reopened and cancelled since',
    async (sum) => {
      const { id, read: managed } = await signed([parisDay(341)]);
      await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
      await mark(id, 'convention', { step: 'signed', day: parisDay(-40) });
      if (sum === 'deposit') await change(id, { depositOn: parisDay(-1) });
      else await query('update public.reservations set paid_on = $2 where id = $1', [id, parisDay(-1)]);
      const heldCents = sum === 'deposit' ? 5_970 : 19_900;
      const agreement =
        sum === 'deposit'
          ? { depositOn: parisDay(-1), depositCents: heldCents }
          : { paidOn: parisDay(-1), paidCents: heldCents };
      const held = async () =>
        (await owner.read<{ request: { heldCents: number | null } }>('day_file', { id })).request;
      expect(await held()).toMatchObject({ heldCents: null, receivedCents: heldCents });
      for (const _ of ['once', 'again']) {
        await owner.act(id, 'cancel');
        expect((await endings(id)).own).toMatchObject([{ isOwn: true, agreement }]);
        expect(await owner.read('day_file', { id })).toMatchObject({ calledOff: agreement, request: { heldCents } });
        expect(await managed()).toMatchObject({ calledOff: { signedOn: parisDay(-40) } });
        await owner.act(id, 'reopen');
        expect((await endings(id)).own).toEqual([]);
        expect(await owner.read('request', { id })).toMatchObject({ request: { heldCents } });
      }
      await owner.act(id, 'cancel');
      await owner.act(id, 'see_given_up', { refunded_on: TODAY });
      for (const step of ['reopen', 'cancel'] as const) {
        await owner.act(id, step);
        expect((await endings(id)).own).toEqual([]);
        expect(await held()).toMatchObject({ heldCents: null });
      }
    },
  );

  test('what is settled of a day that was given up settles nothing of what is cancelled after it', async () => {
    const day = parisDay(341);
    const { id, change: manage } = await signed([day, parisDay(344)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 39_800 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    await manage('give_up_day', { day });
    for (const step of ['see_given_up', 'cancel', 'reopen'] as const) await owner.act(id, step);
    expect(await owner.read('request', { id })).toMatchObject({ request: { heldCents: 11_940 } });
    await owner.act(id, 'cancel');
    expect((await endings(id)).own).toMatchObject([{ isOwn: true, agreement: { depositCents: 11_940 } }]);
  });

  test('who cancels a reopened reservation, and its owner, read of what is signed for its days, and of no day that was left out', async () => {
    const [day, leftOut] = [parisDay(342), parisDay(343)];
    const { id, change: manage } = await bookWithLink(backend(), [day, leftOut]);
    await owner.confirm(id, { dates: [day] });
    await change(id, { ...WHOLE, payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    await change(id, { depositOn: parisDay(-1) });
    // The site has told nobody.
    await query('delete from private.outbox where ref = $1', [id]);
    await owner.act(id, 'cancel');
    await query('delete from private.outbox where ref = $1', [id]);
    await owner.act(id, 'reopen');
    await manage('cancel');
    const agreement = { signedOn: parisDay(-12), withdrawalUntil: expect.any(String) };
    const came = { ...agreement, depositCents: 5970, refundUntil: parisDay(14) };
    const details =
      'select private.cancellation_detail(r) as visitor, private.change_detail(r.id) as owner from public.reservations r where r.id = $1';
    expect(await query(details, [id])).toMatchObject([
      {
        visitor: { wereConfirmed: false, isForDays: true, agreement },
        owner: { leftDates: [leftOut], change: { confirmed: [], agreement: came } },
      },
    ]);
    expect((await endings(id)).own).toMatchObject([{ isOwn: false, agreement: came }]);
  });

  test('a deposit of a contrat that somebody else’s agreement has replaced can be noted again once its trainee pays alone again', async () => {
    const { id } = await signed([parisDay(340)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12) });
    for (const payer of ['agefice', 'self']) expect(await change(id, { payer })).toMatchObject({ status: 200 });
    const marks = (await owner.historyOf(id)).filter(({ action }) => action.startsWith('convention'));
    expect(marks.slice(-3).map(({ action, detail }) => [action, detail])).toEqual([
      ['convention_signed', { days: [parisDay(-12)], isContract: true }],
      ['convention_signed_undone', { isContract: true }],
      ['convention_signed', { days: [parisDay(-12)], isContract: true }],
    ]);
    expect(await change(id, { depositOn: parisDay(-2) })).toMatchObject(IMPOSSIBLE);
    for (const depositOn of [parisDay(-1), null, parisDay(-1)])
      expect((await change(id, { depositOn })).body).toMatchObject({ file: { depositOn } });
  });

  test('a signed agreement that another day, another price or another regime of VAT has made void is told of at once, until it is sent again', async () => {
    const [day, later] = [parisDay(334), parisDay(335)];
    const { id } = await signed([day]);
    const told = () => owner.concernsOf(id);
    expect(await told()).toEqual([]);
    await owner.act(id, 'change_day', { from_day: day, to_day: later });
    expect(await told()).toMatchObject([{ step: 'signature', days: [later], news: ['moved'], isContract: false }]);
    await mark(id, 'convention');
    expect(await told()).toEqual([]);
    await change(id, { priceCents: 19_900 });
    await mark(id, 'convention');
    await mark(id, 'convention', { step: 'signed' });
    expect(await told()).toEqual([]);
    await change(id, { priceCents: 15_005 });
    expect(await told()).toMatchObject([{ step: 'signature', days: [later], news: ['repriced'], isUnsent: true }]);
    await change(id, { priceCents: 19_900 });
    expect(await told()).toEqual([]);
    await query("update private.day_papers set vat = 'franchise' where ref = $1 and paper = 'convention'", [id]);
    await query("select private.set_vat('standard')");
    expect(await told()).toMatchObject([{ step: 'signature', news: ['taxed'] }]);
    // The regime of the day decides, not a later one.
    await query("insert into private.vat_regimes (until, vat) values ($1, 'standard')", [parisDay(340)]);
    await query("update private.settings set vat = 'franchise'");
    expect(await told()).toMatchObject([{ step: 'signature', news: ['taxed'] }]);
    await query('truncate private.vat_regimes');
    await query('select private.set_vat(null)');
  });

  test.each([true, false])(
    'the mail to who has cancelled says whether the signed agreement is for that day: %s',
    async (is) => {
      const [day, moved] = [parisDay(345), parisDay(346)];
      const { id, change: manage } = await signed([day]);
      if (!is) await owner.act(id, 'change_day', { from_day: day, to_day: moved });
      await manage('cancel');
      const detail = 'select private.cancellation_detail(r) as mail from public.reservations r where r.id = $1';
      expect(await query(detail, [id])).toMatchObject([{ mail: { agreement: { signedOn: TODAY }, isForDays: is } }]);
    },
  );

  test('an agreement that was signed for a day that was given up since is told of as such', async () => {
    const [day, left] = [parisDay(336), parisDay(337)];
    const { id, change: manage } = await signed([day, left]);
    await manage('give_up_day', { day });
    expect(await owner.concernsOf(id)).toMatchObject([{ step: 'signature', days: [left], news: ['dropped'] }]);
  });

  test.each([
    ['since some days', -3],
    ['with its hours', 0],
  ])(
    'a day that is over %s under a signed agreement needs no other one once the later days are cancelled',
    async (_, days) => {
      await query("select private.set_day_hours('00:00–00:00')");
      const [held, day, later] = [parisDay(days), parisDay(343), parisDay(344)];
      const { id, read: link } = await signed([day, later]);
      const move = (table: string) =>
        query(`update private.${table} set days = array_replace(days, $2, $3) where ref = $1`, [id, day, held]);
      await query('update public.reservation_dates set date = $3 where reservation_id = $1 and date = $2', [
        id,
        day,
        held,
      ]);
      await move('day_papers');
      await owner.act(id, 'cancel');
      expect(await owner.one(id)).toMatchObject({ confirmedDates: [held], newAgreement: null });
      expect(await link()).toMatchObject({ newAgreement: null, days: [{ inAgreement: true }, { confirmed: false }] });
      const { papers } = (await read(id)).file;
      expect(papers.find(({ paper }) => paper === 'convention')).toMatchObject({ isValid: true, signedOn: TODAY });
      const steps = "select step from private.deadlines($1) where request = $2 and step = 'signature'";
      expect(await query(steps, [TODAY, id])).toEqual([]);
      // Nor once another one has gone out.
      await mark(id, 'convention');
      expect(await query(steps, [TODAY, id])).toEqual([]);
      await owner.act(id, 'confirm', { dates: [held, later] });
      expect(await owner.one(id)).toMatchObject({ newAgreement: null });
      await query('select private.set_day_hours(null)');
    },
  );

  test('what a signed contrat asks for is paid and noted while one at another price is not signed, also once it is cancelled', async () => {
    const { id } = await signed([parisDay(341)]);
    await change(id, { payer: 'self', status: 'individual', siren: null, priceCents: 19_900 });
    await mark(id, 'convention', { step: 'signed', day: parisDay(-12), print: 'p1' });
    await change(id, { priceCents: 30_000 });
    await mark(id, 'convention', { day: parisDay(-5), print: 'p2' });
    await owner.act(id, 'cancel');
    await change(id, { cancelCents: 9_950 });
    expect(await change(id, { depositOn: TODAY })).toMatchObject({ body: { file: { depositCents: 5_970 } } });
    await owner.act(id, 'follow_up', { step: 'paid', day: TODAY });
    expect((await owner.one(id)).followUp).toMatchObject({ paid: TODAY });
  });

  test('an invoice is sent under a signed contrat, while one at another price is not signed', async () => {
    const day = parisDay(-2);
    const { id } = await signed([parisDay(342)]);
    await change(id, { payer: 'self', priceCents: 19_900 });
    await query('update public.reservation_dates set date = $2 where reservation_id = $1', [id, day]);
    await mark(id, 'convention', { step: 'signed', day: parisDay(-30), print: 'p1' });
    await change(id, { priceCents: 10_000 });
    await mark(id, 'convention', { day: parisDay(-3), print: 'p2' });
    await change(id, { kept: half(day) });
    const unsent = "select papers from private.deadlines($1) where request = $2 and step = 'file'";
    expect(await query(unsent, [TODAY, id])).toMatchObject([{ papers: expect.arrayContaining(['facture']) }]);
  });
}
