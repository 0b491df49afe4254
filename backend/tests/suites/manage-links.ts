// Run by backend/tests/owner-requests.test.ts.
import type { OwnedRequest } from '@site/supabase/requests';
import type { TestBackend } from '../support/backend';
import { IMPOSSIBLE, OUTDATED, ownerCalls } from '../support/owner';
import { parisDay, reservation } from '../support/rows';
import { bookWithLink, type ManagedReservation, manage, secretOf, visitorMailsOf } from '../support/visitor-mails';

const [first, second, third] = [parisDay(50), parisDay(51), parisDay(52)];
const confirmedIn = ({ days }: ManagedReservation) =>
  Object.fromEntries(days.map(({ date, confirmed }) => [date, confirmed]));

const insteadIn = ({ days }: ManagedReservation) =>
  Object.fromEntries(days.flatMap(({ date, insteadOf }) => (insteadOf ? [[date, insteadOf]] : [])));

export function describeManageLinks(backend: () => TestBackend): void {
  const owner = ownerCalls(backend);
  const { query, moveDays, changesOf, toOwner, ...mails } = visitorMailsOf(backend);

  afterAll(mails.switchOff);

  test('the page that sent a reservation can read it, without anything that names the person', async () => {
    const { read } = await bookWithLink(backend(), [second, first]);
    const answer = await read();
    expect(answer).toMatchObject({
      status: 'nouvelle',
      isAgefice: false,
      days: [
        { date: first, confirmed: false },
        { date: second, confirmed: false },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain(reservation.name);
    expect(JSON.stringify(answer)).not.toContain(reservation.email);
  });

  test('the link, the owner and the mail to the visitor say which of several dates are wanted, and for what price', async () => {
    await mails.reset();
    await query('select private.set_prices(25000, 40000)');
    const { id, read, change } = await bookWithLink(backend(), [first, second], { days_wanted: 'all' });
    const details = { daysWanted: 'all', dayCents: 25_000, priceCents: null };
    expect(await read()).toMatchObject({ ...details, videoLink: null });
    expect(await owner.one(id)).toMatchObject({ daysWanted: 'all' });
    expect(await owner.read('request', { id })).toMatchObject({ price: { dayCents: 25_000, priceCents: null } });
    expect(await mails.claimed()).toMatchObject({ kind: 'receipt', detail: details });
    await change('give_up_day', { day: second });
    expect(await read()).toMatchObject({ daysWanted: null });
    const earlier = await bookWithLink(backend(), [first, second]);
    expect(await earlier.read()).toMatchObject({ daysWanted: null });
    await query('truncate private.price_lists');
  });

  test('a visitor says later how many of the dates are wanted, and the owner is told', async () => {
    await mails.reset();
    const { id, read, change } = await bookWithLink(backend(), [first, second]);
    await query('delete from private.outbox');
    const { version } = await read();
    const { body } = await change('want_days', { days_wanted: 'all' });
    expect(body).toMatchObject({ status: 'nouvelle', daysWanted: 'all', version: version + 1 });
    expect(await owner.one(id)).toMatchObject({ status: 'nouvelle', daysWanted: 'all' });
    const wantedAll = { action: 'visitor_wanted', daysWanted: 'all' };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: wantedAll.action, detail: { daysWanted: 'all' } }]);
    const [mail] = await query<object>('select * from private.claim_mail()');
    expect(mail).toMatchObject({ kind: 'change', detail: { id, daysWanted: 'all', change: wantedAll } });
  });

  test('a visitor who cancels frees the confirmed day, and the owner reads who cancelled which day', async () => {
    const { id, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    expect(await change('cancel')).toMatchObject({
      status: 200,
      body: { status: 'annulee', days: [{ date: first, confirmed: false }] },
    });
    expect(await owner.one(id)).toMatchObject({ status: 'annulee', confirmedDates: [] });
    expect(await changesOf(id)).toEqual([
      { who: 'visitor', action: 'visitor_cancelled', detail: { confirmed: [first] } },
    ]);
    expect(await toOwner(id)).toEqual([{ kind: 'change' }]);
  });

  test.each([
    ['what stood confirmed', [[second, third], [second]], [first, third]],
    ['all, if none was ever confirmed', [], []],
  ])(
    'of a reservation that is reopened, %s waits again, and what was left out does not',
    async (_, confirmed, left) => {
      const { id, read, change } = await bookWithLink(backend(), [first, second, third], { days_wanted: 'all' });
      for (const dates of confirmed) await owner.act(id, 'confirm', { dates });
      await change('cancel');
      const declined = async () => (await read()).days.filter((day) => day.declined).map(({ date }) => date);
      for (const action of ['reopen', 'cancel', 'reopen']) {
        expect(await declined()).toEqual(left);
        await owner.act(id, action);
      }
      expect(await declined()).toEqual(left);
      expect(await owner.one(id)).toMatchObject({ status: 'nouvelle', leftDates: left });
      const agenda = await owner.read<{ date: string; asked: { id: string }[] }[]>('agenda', { first, last: third });
      expect(agenda.filter(({ asked }) => asked.some((one) => one.id === id)).map(({ date }) => date)).toEqual(
        [first, second, third].filter((date) => !left.includes(date)),
      );
      // What the owner ticks after all is kept as any other day.
      await owner.act(id, 'confirm', { dates: [first, third], also_confirmed: [first, third] });
      await change('cancel');
      expect(await declined()).toEqual([second]);
    },
  );

  test('a visitor leaves a day that is not asked for since the reopening, asks for it anew, or cancels with the other', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first, second, third], { days_wanted: 'all' });
    const reopen = async () => {
      await owner.act(id, 'cancel');
      await owner.act(id, 'reopen');
    };
    await owner.act(id, 'confirm', { dates: [first, second], also_confirmed: [first, second] });
    await owner.act(id, 'confirm', { dates: [second] });
    await reopen();
    expect(await read()).toMatchObject({
      days: [{ declined: true, wasConfirmed: true }, { declined: false, wasConfirmed: false }, { declined: true }],
    });
    for (const [name, days] of [
      ['give_up_day', { day: first }],
      ['ask_day', { from_day: first, to_day: parisDay(53) }],
      ['want_days', { days_wanted: 'one' }],
    ] as const)
      expect(await change(name, days)).toMatchObject(IMPOSSIBLE);
    const { body } = await change('ask_day', { from_day: second, to_day: third });
    expect((body as ManagedReservation).days).toMatchObject([{ date: third, declined: false }]);
    await owner.act(id, 'change_day', { from_day: third, to_day: second });
    expect(await change('give_up_day', { day: second })).toMatchObject({ status: 200, body: { status: 'annulee' } });
  });

  test('confirmed days that a visitor has given up are told first for a week, or until the owner does something', async () => {
    const { id, change } = await bookWithLink(backend(), [first, second]);
    const givenUpDays = async () => (await owner.givenUpOf(id))?.days;
    await owner.confirm(id, { also_confirmed: [first, second] });
    await change('give_up_day', { day: first });
    expect(await givenUpDays()).toEqual([first]);
    await change('cancel');
    expect(await givenUpDays()).toEqual([first, second]);
    await query("update private.request_events set at = at - interval '8 days' where action = 'visitor_gave_up'");
    expect(await givenUpDays()).toEqual([second]);
    await owner.act(id, 'note', { note: 'Rappelée' });
    expect(await givenUpDays()).toBeUndefined();
  });

  test('what a visitor has given up is told until the owner has seen it, and only as it was seen', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id, { also_confirmed: [first, second] });
    const { version } = await read();
    const seen = async () => (await owner.historyOf(id)).at(-1);
    await owner.read('see_given_up', { id, version });
    expect(await seen()).toMatchObject({ action: 'confirmed' });
    await change('give_up_day', { day: first });
    const given = await owner.givenUpOf(id);
    await change('cancel');
    const late = await owner.call('see_given_up', { id, version: given?.version });
    expect(late).toMatchObject(OUTDATED);
    expect(await owner.givenUpOf(id)).toBeDefined();
    const current = { id, version: (await read()).version };
    await owner.read('see_given_up', current);
    await owner.read('see_given_up', current);
    expect(await owner.givenUpOf(id)).toBeUndefined();
    expect((await owner.historyOf(id)).filter(({ action }) => action === 'seen')).toHaveLength(1);
  });

  const CONSUMER = { payer: 'self', status: 'individual', address: '3 rue des Lilas, Rennes', priorLevel: 'Débute.' };
  const EMPLOYER = { payer: 'company', payerName: 'A', payerAddress: '5 quai', payerSiren: '732829320' };
  test.each([
    // A weekend beside public holidays moves the end of the fourteen days by four at most.
    ['a consumer', 14, true, CONSUMER],
    ['a consumer', 19, false, CONSUMER],
    ['a professional', 0, false, { ...CONSUMER, status: 'independent' }],
    ['an employer', 0, false, EMPLOYER],
  ])('%s who cancels %i days after the signature leaves it, as a withdrawal: %s', async (_, ago, withdraws, facts) => {
    await mails.reset();
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id, { also_confirmed: [first] });
    expect(await read()).toMatchObject({ agreement: null, wasConfirmed: false });
    await owner.filed(id, facts);
    const signedOn = parisDay(-ago);
    await owner.agreed(id, 'signed', { day: signedOn });
    const agreement = { isContract: facts.payer === 'self', signedOn };
    const known = withdraws ? { ...agreement, withdrawalUntil: expect.any(String) } : agreement;
    const before = await read();
    expect(before.agreement).toEqual(known);
    // Nothing that was typed.
    expect(JSON.stringify(before)).not.toMatch(/Lilas|individual|732829320/);
    await query('delete from private.outbox');
    const { body } = await change('cancel');
    expect(body).toMatchObject({ status: 'annulee', wasConfirmed: true, agreement: known });
    const cancelled = { action: 'visitor_cancelled', confirmed: [first], agreement: known };
    expect(await query('select private.change_detail($1) as mail', [id])).toMatchObject([
      { mail: { change: cancelled } },
    ]);
    expect(await mails.claimed()).toMatchObject({
      kind: 'cancellation',
      detail: { wereConfirmed: true, days: [first], agreement: known },
    });
    // A sum may have to be paid back, weeks later too.
    await query("update private.request_events set at = at - interval '8 weeks' where ref = $1", [id]);
    expect(await owner.givenUpOf(id)).toMatchObject({ agreement: known, isWithdrawal: withdraws });
    expect(await owner.read('day_file', { id })).toMatchObject({ left: known });
    await owner.act(id, 'see_given_up');
    expect(await owner.givenUpOf(id)).toBeUndefined();
    expect(await owner.read('day_file', { id })).toMatchObject({ left: null });
    await owner.act(id, 'reopen');
    const back = { status: 'nouvelle', wasConfirmed: false, newAgreement: null, agreement: withdraws ? null : known };
    expect(await read()).toMatchObject(back);
  });

  test('the link says that no time to withdraw applies to the convention of a professional, as mails do', async () => {
    const { id, read } = await bookWithLink(backend(), [first]);
    expect(await read()).toMatchObject({ isContract: null, mayWithdraw: true });
    for (const [facts, mayWithdraw] of [
      [{ ...CONSUMER, status: 'independent' }, true],
      [{ ...EMPLOYER, status: 'individual' }, true],
      [{ ...EMPLOYER, status: 'independent' }, false],
    ] as const) {
      await owner.filed(id, facts);
      expect(await read()).toMatchObject({ isContract: facts.payer === 'self', mayWithdraw });
    }
  });

  test('the link says that AGEFICE is asked for also where the file alone names it, and whether that is since the announced price', async () => {
    const asked = { isAgefice: true, isFundingAdded: false, isFundingDropped: false };
    const funded = await bookWithLink(backend(), [second], { is_agefice: true });
    expect(await funded.read()).toMatchObject(asked);
    const { id, read } = await bookWithLink(backend(), [first]);
    expect(await read()).toMatchObject({ ...asked, isAgefice: false });
    await owner.filed(id, { payer: 'agefice' });
    expect(await read()).toMatchObject({ ...asked, isFundingAdded: true });
    await owner.filed(id, { fundingDroppedOn: parisDay(0) });
    expect(await read()).toMatchObject({ ...asked, isAgefice: false });
  });

  test('a consumer who gives up one day of several has not withdrawn from the agreement', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first, second]);
    await owner.confirm(id, { also_confirmed: [first, second] });
    await owner.filed(id, { ...CONSUMER, nextDays: 'Le second jour.' });
    await owner.agreed(id, 'signed');
    expect(await read()).toMatchObject({ isContract: true, days: [{ inAgreement: true }, { inAgreement: true }] });
    await change('give_up_day', { day: first });
    const agreement = { withdrawalUntil: expect.any(String) };
    expect(await owner.givenUpOf(id)).toMatchObject({ agreement, isWithdrawal: false });
    // Until the agreement without that day is signed.
    const left = { agreement, days: [{ inAgreement: true, calledOff: false }] };
    const givenUp = (isSigned: boolean) => [{ date: first, isSigned }];
    expect(await read()).toMatchObject({ ...left, newAgreement: 'fewer', givenUp: givenUp(true) });
    await owner.agreed(id, 'sent');
    expect(await read()).toMatchObject({ ...left, givenUp: givenUp(true) });
    await owner.agreed(id, 'signed');
    expect(await read()).toMatchObject({ ...left, givenUp: givenUp(false) });
  });

  test('the agreement is not said to be for a day that was moved since its signature and is given up', async () => {
    const [fourth, fifth] = [parisDay(82), parisDay(83)];
    const { id, read, change } = await bookWithLink(backend(), [first, second, fourth]);
    await owner.confirm(id, { also_confirmed: [first, second, fourth] });
    await owner.filed(id, { ...EMPLOYER, priorLevel: 'Débute.', nextDays: 'Suite.' });
    await owner.agreed(id, 'signed');
    await owner.act(id, 'change_day', { from_day: fourth, to_day: fifth });
    expect(await read()).toMatchObject({
      days: [{ inAgreement: true }, { inAgreement: true }, { inAgreement: false }],
    });
    await change('give_up_day', { day: second });
    const agreement = { signedOn: parisDay(0) };
    expect(await owner.givenUpOf(id)).toMatchObject({ days: [second], agreement });
    await change('give_up_day', { day: fifth });
    expect(await owner.givenUpOf(id)).toMatchObject({ days: [second, fifth], agreement });
    const events = await changesOf(id);
    expect(events.map(({ detail }) => 'agreement' in (detail as object))).toEqual([true, false]);
  });

  test('signed days that the owner cancels are told to their visitor as such, neither those that moved nor those given up', async () => {
    await mails.reset();
    const fourth = parisDay(54);
    const all = [first, second, third, fourth];
    const { id, read, change } = await bookWithLink(backend(), all);
    const calledOff = async () => (await read()).days.filter((day) => day.calledOff).map(({ date }) => date);
    const next = async () => [(await read()).newAgreement, (await owner.one(id)).newAgreement];
    const detailOf = (kind: string) =>
      query(
        'select d.* from private.outbox o, private.mail_detail(o) as mail, json_to_record(mail) as d (agreement json, "calledOff" json, "newAgreement" text, "calledOffDays" json, "leftDays" json) where o.ref = $1 and o.kind = $2',
        [id, kind],
      );
    await owner.confirm(id, { also_confirmed: all });
    await owner.filed(id, { ...EMPLOYER, priorLevel: 'Débute.', nextDays: 'Suite.' });
    await owner.agreed(id, 'signed');
    const agreement = { isContract: false, signedOn: parisDay(0) };
    expect([await calledOff(), await next()]).toEqual([[], [null, null]]);
    await owner.act(id, 'confirm', { dates: [first, second, fourth] });
    await change('give_up_day', { day: fourth });
    const promises = { agreement, calledOff: null, calledOffDays: [third], leftDays: [fourth] };
    expect([await calledOff(), await next()]).toEqual([[third], ['fewer', 'fewer']]);
    expect(await owner.read('request', { id })).toMatchObject({
      agreedDays: all,
      calledOffDays: [third],
      videoLink: null,
    });
    expect(await detailOf('confirmation')).toEqual([{ ...promises, newAgreement: 'fewer' }]);
    await change('ask_day', { from_day: second, to_day: parisDay(53) });
    await owner.act(id, 'confirm', { dates: [first, parisDay(53)] });
    await owner.act(id, 'change_day', { from_day: first, to_day: parisDay(55) });
    expect([await calledOff(), await next()]).toEqual([[], ['others', 'others']]);
    expect(await read()).toMatchObject({ dropped: [{ date: third, isSigned: true }] });
    expect(await detailOf('confirmation')).toEqual([{ ...promises, newAgreement: 'others' }]);
    await owner.act(id, 'cancel');
    expect(await read()).toMatchObject({ agreement: null, calledOff: agreement, newAgreement: null });
    expect(await detailOf('cancellation')).toMatchObject([{ agreement: null, calledOff: agreement }]);
  });

  describe('a signed contrat that another payer’s convention is to replace', () => {
    const contrat = { isContract: true, signedOn: parisDay(0), withdrawalUntil: expect.any(String) };
    const signedContrat = async () => {
      const link = await bookWithLink(backend(), [first, second]);
      await owner.confirm(link.id, { also_confirmed: [first, second] });
      const marked = (step: 'sent' | 'signed', print: string) => owner.agreed(link.id, step, { print });
      const filed = (changes: object) => owner.filed(link.id, changes);
      await filed({ ...CONSUMER, nextDays: 'Suite.', priceCents: 20_000 });
      await marked('sent', 'p1');
      await marked('signed', 'p1');
      return { ...link, marked, filed };
    };

    test('binds its visitor until the convention is signed, whoever cancels', async () => {
      const { id, read, change, marked, filed } = await signedContrat();
      await filed(EMPLOYER);
      expect(await read()).toMatchObject({
        agreement: contrat,
        newAgreement: 'kind',
        isContract: false,
        days: [{ inAgreement: true }, { inAgreement: true }],
      });
      expect(await owner.one(id)).toMatchObject({ agreement: contrat, newAgreement: 'kind', followUp: {} });
      await marked('sent', 'p2');
      expect(await read()).toMatchObject({ agreement: contrat, newAgreement: 'kind' });
      await change('give_up_day', { day: first });
      expect(await read()).toMatchObject({ givenUp: [{ date: first, isSigned: true }] });
      await owner.act(id, 'cancel');
      expect(await read()).toMatchObject({ calledOff: contrat });
      expect(await owner.read('day_file', { id })).toMatchObject({ calledOff: { isContract: true }, left: null });
      await owner.act(id, 'follow_up', { step: 'paid', day: parisDay(0) });
      expect((await owner.one(id)).followUp).toMatchObject({ paid: parisDay(0) });
    });

    test('is in the visitor’s own cancellation', async () => {
      const { id, read, change, filed } = await signedContrat();
      await filed(EMPLOYER);
      await change('cancel');
      expect(await read()).toMatchObject({ agreement: contrat });
      expect(await owner.read('day_file', { id })).toMatchObject({ left: contrat });
    });

    test('binds nobody once the convention is signed', async () => {
      const { id, read, change, marked, filed } = await signedContrat();
      await filed(EMPLOYER);
      await marked('sent', 'p2');
      await marked('signed', 'p2');
      const convention = { isContract: false, signedOn: parisDay(0) };
      expect(await read()).toMatchObject({ agreement: convention, newAgreement: null });
      await change('cancel');
      expect((await read()).agreement).toEqual(convention);
      expect(await owner.read('day_file', { id })).toMatchObject({ left: convention });
    });

    test('is the present one again with the payer of then, also after a convention was sent', async () => {
      const { id, read, marked, filed } = await signedContrat();
      const { papers } = await owner.fileOf(id);
      await filed(EMPLOYER);
      await marked('sent', 'p2');
      await filed({ payer: 'self' });
      expect(await owner.fileOf(id)).toMatchObject({ papers });
      expect(await read()).toMatchObject({ agreement: contrat, newAgreement: null });
      expect((await owner.one(id)).followUp).toEqual({ convention_sent: parisDay(0), convention_signed: parisDay(0) });
      const actions = (await owner.historyOf(id)).map(({ action }) => action);
      expect(actions.slice(-2)).toEqual(['filed', 'convention_signed']);
      await owner.act(id, 'follow_up', { step: 'convention_signed', day: null });
      expect(await read()).toMatchObject({ agreement: null });
    });

    test('binds also until a contrat at another price is signed', async () => {
      const { id, read, marked, filed } = await signedContrat();
      await filed({ priceCents: 10_000 });
      await marked('sent', 'p2');
      expect(await read()).toMatchObject({ agreement: contrat, newAgreement: 'price' });
      expect((await owner.one(id)).followUp).toEqual({ convention_sent: parisDay(0) });
      await marked('signed', 'p2');
      expect(await read()).toMatchObject({ agreement: contrat, newAgreement: null });
    });
  });

  const FUNDED = { ...CONSUMER, payer: 'agefice', status: 'independent', siren: '732829320' };
  test.each([
    ['a trainee', 'the company', FUNDED, EMPLOYER],
    ['a company', 'another one', EMPLOYER, { payerName: 'B', payerSiren: '552100554' }],
    ['a company', 'the trainee', { ...FUNDED, ...EMPLOYER }, { payer: 'fifpl', payerName: null }],
    ['a trainee', 'the company of the trainee', FUNDED, { payerName: 'A' }],
    ['a company of its trainee', 'another one', { ...EMPLOYER, ...FUNDED }, { payerName: 'B' }],
  ])('a convention that %s has signed binds until %s, who pays now, has signed another one', async (...args) => {
    const [, , before, after] = args;
    const { id, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    const filed = (changes: object) => owner.filed(id, changes);
    const marked = (step: 'sent' | 'signed', print: string) => owner.agreed(id, step, { print });
    const due = () => owner.concernsOf(id);
    await filed(before);
    await marked('sent', 'p1');
    await marked('signed', 'p1');
    const convention = { isContract: false, signedOn: parisDay(0) };
    expect(await read()).toMatchObject({ agreement: convention, newAgreement: null });
    await filed(after);
    expect(await read()).toMatchObject({ agreement: convention, newAgreement: 'kind' });
    expect(await owner.one(id)).toMatchObject({ agreement: convention, newAgreement: 'kind', followUp: {} });
    expect(await due()).toMatchObject([{ step: 'signature', news: ['payer'], isContract: false, isUnsent: true }]);
    await filed({ payerName: null, payerSiren: null, ...before });
    expect([await read(), await due()]).toMatchObject([{ agreement: convention, newAgreement: null }, []]);
    await filed(after);
    await marked('sent', 'p2');
    expect([await read(), await due()]).toMatchObject([{ agreement: convention, newAgreement: 'kind' }, []]);
    await marked('signed', 'p2');
    expect(await read()).toMatchObject({ agreement: convention, newAgreement: null });
  });

  test.each([
    ['another fund of its trainee', FUNDED, { payer: 'fifpl' }],
    ['the OPCO of its company', EMPLOYER, { payer: 'opco', payerName: 'A, agence' }],
    ['a company that its trainee directs, and that no fund pays back', { ...FUNDED, payerName: 'A' }, EMPLOYER],
  ])('a convention that is signed stands with %s', async (_, before, after) => {
    const { id, read } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await owner.filed(id, before);
    await owner.agreed(id, 'signed');
    await owner.filed(id, after);
    expect(await read()).toMatchObject({ agreement: { isContract: false }, newAgreement: null });
    expect((await owner.one(id)).followUp).toEqual({ convention_signed: parisDay(0) });
  });

  test('the owner notes what follows a day that stands while its visitor waits for an answer about another one', async () => {
    const { id, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: second });
    await owner.act(id, 'follow_up', { step: 'paid', day: parisDay(0) });
    expect((await owner.one(id)).followUp).toEqual({ paid: parisDay(0) });
  });

  test('the link says of a day that it was confirmed once', async () => {
    const { id, read } = await bookWithLink(backend(), [first, second, third]);
    await owner.confirm(id, { dates: [first, second], also_confirmed: [first, second] });
    await owner.act(id, 'confirm', { dates: [second] });
    expect((await read()).days.map(({ wasConfirmed }) => wasConfirmed)).toEqual([true, false, false]);
  });

  test('a confirmed day that the owner moves stays named with the day in its place, not one that only waits', async () => {
    const { id, read } = await bookWithLink(backend(), [first]);
    await owner.act(id, 'change_day', { from_day: first, to_day: second });
    expect(await read()).toMatchObject({ replaced: [], dropped: [] });
    await owner.act(id, 'confirm', { dates: null });
    await owner.act(id, 'change_day', { from_day: second, to_day: third });
    const replaced = [{ date: second, replacedBy: third }];
    expect(await read()).toMatchObject({ days: [{ date: third }], replaced, dropped: [] });
    await owner.act(id, 'change_day', { from_day: third, to_day: second });
    expect(await read()).toMatchObject({ days: [{ date: second }], replaced: [{ date: third, replacedBy: second }] });
  });

  /** A confirmed reservation of these days, of which the first one is over by now. */
  const bookHeld = async (held: string, days: readonly string[]) => {
    const booked = await bookWithLink(backend(), days);
    await owner.confirm(booked.id, { also_confirmed: days });
    await mails.settle();
    const move = 'update private.request_events set detail = replace(detail::text, $2, $3)::json where ref = $1';
    await query(move, [booked.id, days[0], held]);
    await moveDays(booked.id, held, days[0]);
    return booked;
  };

  test('a cancellation keeps the days that are over and calls off the rest, as a confirmation of them alone does', async () => {
    await mails.reset();
    const [held, later] = [parisDay(-2), parisDay(72)];
    const { id, read } = await bookHeld(held, [first, later]);
    await owner.act(id, 'cancel', { reason: 'Je suis malade.' });
    expect(await read()).toMatchObject({
      status: 'confirmee',
      days: [
        { date: held, confirmed: true },
        { date: later, confirmed: false, wasConfirmed: true },
      ],
    });
    expect((await owner.historyOf(id)).slice(-2)).toMatchObject([
      { action: 'called_off', detail: { reason: 'Je suis malade.', days: [later] } },
      { action: 'confirmed', detail: [held] },
    ]);
    const reservations =
      "select private.held_in(extract(year from $1::date)::integer)::jsonb @> jsonb_build_array(jsonb_build_object('id', $2::text)) as sums";
    expect(await query(reservations, [held, id])).toEqual([{ sums: true }]);
    const told = { days: [held], withdrawn: [later] };
    await mails.goes('confirmation', { ...told, reason: 'Je suis malade.' });
    const next =
      'select o.kind, private.mail_detail(o) as detail from private.outbox o where o.ref = $1 and o.sent_at is null';
    await query("delete from private.outbox where ref = $1 and kind = 'calendar'", [id]);
    await owner.act(id, 'tell', { channel: 'site' });
    expect(await query(next, [id])).toEqual([{ kind: 'confirmation', detail: null }]);
    // Nothing is left to call off: what was held stays held, whatever is noted about it.
    const { version } = await owner.one(id);
    expect(await owner.call('cancel', { id, version })).toMatchObject({
      status: 409,
      body: { code: 'NOT_POSSIBLE', details: 'days-over' },
    });
    expect(await query(reservations, [held, id])).toEqual([{ sums: true }]);
    // One that was cancelled all the same, by an earlier site, counts again once its day is confirmed.
    await query("update public.reservations set status = 'annulee' where id = $1", [id]);
    expect(await query(reservations, [held, id])).toEqual([{ sums: false }]);
    await owner.act(id, 'reopen');
    await owner.act(id, 'confirm', { dates: [held] });
    expect(await query(reservations, [held, id])).toEqual([{ sums: true }]);
  });

  test('a cancellation also refuses the day that a visitor asks for in place of one to come', async () => {
    const [held, later] = [parisDay(-3), parisDay(74)];
    const { id, read, change } = await bookHeld(held, [first, later]);
    await change('ask_day', { from_day: later, to_day: parisDay(75) });
    expect(await owner.read('spam', { ids: [id] })).toEqual({ count: 0 });
    await owner.act(id, 'cancel');
    expect((await read()).days.map(({ confirmed }) => confirmed)).toEqual([true, false, false]);
    expect(await owner.one(id)).toMatchObject({ status: 'confirmee', confirmedDates: [held] });
  });

  test.each([
    ['before', -3],
    ['whose hours are over', 0],
  ])('a day %s stays confirmed, whatever is confirmed or cancelled, and can still be changed', async (_, days) => {
    await query("select private.set_day_hours('00:00–00:00')");
    const [held, later, wish] = [parisDay(days), parisDay(78), parisDay(79)];
    const { id, change } = await bookHeld(held, [first, later]);
    await change('ask_day', { from_day: later, to_day: wish });
    await owner.act(id, 'confirm', { dates: [wish] });
    expect((await owner.one(id)).confirmedDates).toEqual([held, wish]);
    expect((await owner.historyOf(id)).at(-1)).toMatchObject({ action: 'confirmed', detail: [held, wish] });
    await owner.act(id, 'cancel');
    expect(await owner.one(id)).toMatchObject({ status: 'confirmee', confirmedDates: [held] });
    await owner.act(id, 'change_day', { from_day: held, to_day: parisDay(80) });
    expect((await owner.one(id)).confirmedDates).toEqual([parisDay(80)]);
    await query('update private.settings set day_hours = null');
  });

  test('once the only confirmed day is over, its visitor is told that the owner has refused another one', async () => {
    await mails.reset();
    const [held, wish] = [parisDay(-1), parisDay(76)];
    const { id, read, change } = await bookHeld(held, [first]);
    // The wish was made while its day was to come.
    await moveDays(id, first);
    await change('ask_day', { from_day: first, to_day: wish });
    await moveDays(id, held, first);
    const events = 'update private.request_events set detail = replace(detail::text, $2, $3)::json where ref = $1';
    await query(events, [id, first, held]);
    await mails.settle();
    // It is named until it is answered.
    const { wishes } = await owner.read<{ wishes: object[] }>('today');
    expect(wishes).toContainEqual(expect.objectContaining({ from: held, to: wish, isLate: true }));
    // It is too late to grant it, also with all days at once.
    const { version } = await owner.one(id);
    for (const dates of [[held, wish], [wish], null])
      expect(await owner.call('confirm', { id, version, dates })).toMatchObject({
        status: 409,
        body: { code: 'NOT_POSSIBLE', details: 'wish-late' },
      });
    await owner.act(id, 'cancel');
    expect(insteadIn(await read())).toEqual({ [wish]: held });
    const detail = { days: [held], withdrawn: [], declined: [wish], refused: [{ from: held, to: wish }] };
    await mails.goes('confirmation', detail);
  });

  test('a wish that is refused while its day is to come is not told as too late once that was held', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: third });
    await owner.act(id, 'confirm', { dates: [first] });
    await moveDays(id, parisDay(-1), first);
    const events = 'update private.request_events set detail = replace(detail::text, $2, $3)::json where ref = $1';
    await query(events, [id, first, parisDay(-1)]);
    // The history is that of the day before.
    await query("update private.request_events set at = at - interval '2 days' where ref = $1", [id]);
    expect(insteadIn(await read())).toEqual({});
  });

  test('a link says whether the owner has cancelled a reservation or a request', async () => {
    const { id, read } = await bookWithLink(backend(), [first]);
    const cancel = async () => owner.act(id, 'cancel');
    expect(await read()).toMatchObject({ isOwnersCancellation: null });
    await cancel();
    expect(await read()).toMatchObject({ status: 'annulee', wasConfirmed: false, isOwnersCancellation: true });
    await owner.act(id, 'reopen');
    await owner.confirm(id, { version: (await read()).version, also_confirmed: [first] });
    await cancel();
    expect(await read()).toMatchObject({ status: 'annulee', wasConfirmed: true, agreement: null, calledOff: null });
    await owner.act(id, 'reopen');
    await cancel();
    expect(await read()).toMatchObject({ status: 'annulee', wasConfirmed: false });
  });

  test('another day replaces a requested one, without a mail or a receipt as for a new date', async () => {
    await mails.reset();
    const { id, change } = await bookWithLink(backend(), [first, second]);
    await query('delete from private.outbox');
    const days = { from_day: first, to_day: third };
    const { body } = await change('ask_day', { ...days });
    expect((body as ManagedReservation).days.map(({ date }) => date)).toEqual([second, third]);
    expect(await query('select kind from private.outbox where ref = $1', [id])).toEqual([{ kind: 'change' }]);
    const detail = { from: first, to: third };
    expect(await changesOf(id)).toEqual([{ who: 'visitor', action: 'visitor_asked', detail }]);
    const [mail] = await query<{ kind: string; detail: object }>('select * from private.claim_mail()');
    expect(mail).toMatchObject({ kind: 'change', detail: { id, change: { action: 'visitor_asked', ...detail } } });
  });

  test('a requested day whose hours are over is neither given up nor left after the other one', async () => {
    const { id, change } = await bookWithLink(backend(), [first, second]);
    await moveDays(id, parisDay(), first);
    await query("select private.set_day_hours('00:00–00:00')");
    expect(await change('give_up_day', { day: parisDay() })).toMatchObject(IMPOSSIBLE);
    expect(await change('give_up_day', { day: second })).toMatchObject({ status: 200, body: { status: 'annulee' } });
    await query('select private.set_day_hours(null)');
  });

  test('a confirmed day stays confirmed until the owner confirms the other one, and is then replaced by no third', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: third });
    expect(insteadIn(await read())).toEqual({ [third]: first });
    await change('ask_day', { from_day: third, to_day: second });
    expect(insteadIn(await read())).toEqual({ [second]: first });
    const known = { status: 'nouvelle', dates: [first, second], confirmedDates: [first] };
    expect(await owner.one(id)).toMatchObject(known);
    expect(await query('select private.change_detail($1) as mail', [id])).toMatchObject([{ mail: known }]);
    const todo = await owner.read<{ items: OwnedRequest[] }>('requests', { filter: 'todo' });
    expect(todo.items.map((one) => one.id)).toContain(id);
    await owner.act(id, 'confirm', { dates: [second] });
    const settled = await read();
    expect([settled.status, confirmedIn(settled)]).toEqual(['confirmee', { [first]: false, [second]: true }]);
    expect(insteadIn(settled)).toEqual({});
    expect(await change('ask_day', { from_day: first, to_day: third })).toMatchObject(IMPOSSIBLE);
    expect(await read()).toEqual(settled);
  });

  test('a day that is asked for in place of another one is so also once the owner has moved either', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: third });
    await owner.act(id, 'change_day', { from_day: third, to_day: second });
    expect(insteadIn(await read())).toEqual({ [second]: first });
    await owner.act(id, 'change_day', { from_day: first, to_day: third });
    expect(insteadIn(await read())).toEqual({ [second]: third });
    const at = expect.stringMatching(/Z$/);
    const wish = { from: third, to: second };
    const today = async () => (await owner.read<{ wishes: { request: object }[] }>('today')).wishes;
    const ofOwner = async () => [(await owner.one(id)).wishes, await today()];
    const request = { id, name: reservation.name };
    const named = { ...wish, request, isLate: false, isTaken: false };
    expect(await ofOwner()).toEqual([[{ ...wish, at }], expect.arrayContaining([named])]);
    const morning = async () => {
      const [row] = await query<{ list: { kind: string }[] }>('select private.morning_concerns() as list');
      return row?.list.filter(({ kind }) => /^(?:wish|requests)$/.test(kind)) ?? [];
    };
    const before = await morning();
    const line = { kind: 'wish', isUrgent: false, name: reservation.name, ...wish, isLate: false, isTaken: false };
    expect(before).toContainEqual({ ...line, request: id });
    // It is no further one of those that wait, however old its request is.
    await query("update public.reservations set created_at = now() - interval '9 years' where id = $1", [id]);
    expect(await morning()).toEqual(before);
    await owner.act(id, 'confirm', { dates: [third] });
    expect(await ofOwner()).toEqual([null, expect.not.arrayContaining([named])]);
  });

  test('a day that is asked for in place of a confirmed one is so also after a cancellation that is taken back, until it is answered', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first]);
    await owner.confirm(id);
    await change('ask_day', { from_day: first, to_day: third });
    await owner.act(id, 'cancel');
    await owner.act(id, 'reopen');
    expect(insteadIn(await read())).toEqual({ [third]: first });
    const [day] = await owner.read<{ asked: object[] }[]>('agenda', { first: third, last: third });
    expect(day?.asked).toContainEqual({ id, name: reservation.name, insteadOf: first });
    await owner.act(id, 'confirm', { dates: [third] });
    expect(insteadIn(await read())).toEqual({});
    // Nor is one that replaces a day which was never confirmed.
    const other = await bookWithLink(backend(), [first]);
    await other.change('ask_day', { from_day: first, to_day: second });
    await owner.act(other.id, 'cancel');
    await owner.act(other.id, 'reopen');
    expect(insteadIn(await other.read())).toEqual({});
  });

  test('days that the owner did not keep do not wait again when another one is asked for, and can be asked for again', async () => {
    const { id, read, change } = await bookWithLink(backend(), [first, second]);
    await owner.act(id, 'confirm', { dates: [first] });
    await change('ask_day', { from_day: first, to_day: third });
    expect(await owner.one(id)).toMatchObject({ status: 'nouvelle', dates: [first, third], confirmedDates: [first] });
    await owner.act(id, 'confirm', { dates: [third] });
    await change('ask_day', { from_day: third, to_day: first });
    const asked = await read();
    expect([asked.status, confirmedIn(asked)]).toEqual(['nouvelle', { [first]: false, [third]: true }]);
  });

  test.each([
    ['in the past', parisDay(-1), 400, 'DATE_PAST'],
    ['too far ahead', parisDay(3000), 400, 'DATE_TOO_FAR'],
    ['closed', third, 400, 'DATE_CLOSED'],
    ['one of the reservation’s', second, 409, 'NOT_POSSIBLE'],
  ])('a day that is %s cannot be asked for', async (_what, to_day, status, code) => {
    await query('update private.opening_rule set off = $1', [[third]]);
    try {
      const { read, change } = await bookWithLink(backend(), [first, second]);
      const before = await read();
      expect(await change('ask_day', { from_day: first, to_day })).toMatchObject({ status, body: { code } });
      expect(await read()).toEqual(before);
    } finally {
      await query("update private.opening_rule set off = '{}'");
    }
  });

  test('a cancelled reservation takes no other day, and a day of others cannot be replaced', async () => {
    const { change } = await bookWithLink(backend(), [first]);
    expect(await change('ask_day', { from_day: third, to_day: second })).toMatchObject(IMPOSSIBLE);
    await change('cancel');
    expect(await change('ask_day', { from_day: first, to_day: second })).toMatchObject(IMPOSSIBLE);
  });

  test('each mail about a reservation brings a link, the same at each try, and only its digest remains', async () => {
    await mails.reset();
    await query("delete from private.outbox where kind <> 'receipt'");
    const id = await mails.book({}, first);
    const claimed = await mails.claimed();
    await query('select private.mail_failed($1, $2)', [claimed?.id, 'The mail server was away']);
    const again = await mails.claimed();
    const secret = secretOf(again);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(again?.detail).toEqual(claimed?.detail);
    expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'nouvelle' });
    await mails.sent(again?.id);
    const rows = await query<{ row: string }>('select l::text as row from private.manage_links l where ref = $1', [id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await manage(backend(), 'request', { secret })).body).toMatchObject({ status: 'nouvelle' });
  });

  test('a message brings no link, and the link of a mail that was given up opens nothing', async () => {
    await mails.reset();
    await mails.sendContact({});
    expect((await mails.claimed())?.detail.manageUrl).toBeNull();
    await mails.reset();
    await mails.book({}, first);
    const mail = await mails.claimed();
    await query('select private.mail_failed($1, $2, true)', [mail?.id, 'The recipient was refused']);
    const { body } = await manage(backend(), 'request', { secret: secretOf(mail) });
    expect(body).toBeNull();
  });

  test('the links of a request are removed with it', async () => {
    const { id } = await bookWithLink(backend(), [first]);
    await query('delete from public.reservations where id = $1', [id]);
    expect(await query('select from private.manage_links where ref = $1', [id])).toEqual([]);
  });
}
