import { createHash, randomBytes } from 'node:crypto';
import { MANAGE_PATH } from '@site/contract/addresses';
import { inFrench, parisDay } from '../support/forms';
import { runQuery } from '../support/received';
import { expect, test } from './test';
import { button, type ElementQuery, heading } from './visitor';

const [FIRST, SECOND, WISHED] = [parisDay(3), parisDay(4), parisDay(5)];
const item = (words: string): ElementQuery => ({ role: 'listitem', words });
const status = (words: string): ElementQuery => ({ role: 'status', words });

/** A reservation with a link. @returns the link's address */
async function storeManaged(email: string): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  const digest = createHash('sha256').update(secret).digest('hex');
  await runQuery(
    `with made as (insert into public.reservations (name, email) values ('Camille Martin', $1) returning id),
       days as (insert into public.reservation_dates (reservation_id, date)
         select made.id, day from made, unnest($2::date[]) as day)
     insert into private.manage_links (digest, ref) select decode($3, 'hex'), made.id from made`,
    [email, [FIRST, SECOND], digest],
  );
  return `${MANAGE_PATH}#${secret}`;
}

test('« Gérer ma demande »: one day is given up, another one is asked for, then the whole request is cancelled', async ({
  visitor,
  email,
}) => {
  await visitor.openHydrated(await storeManaged(email));
  await visitor.sees(heading('Votre demande attend notre réponse'));
  await visitor.isAt(MANAGE_PATH);
  await visitor.click(button(`Annuler ce jour\u00a0: ${inFrench(SECOND)}`));
  await visitor.click(button('Garder ce jour', 'dialog'));
  await visitor.click(button(`Annuler ce jour\u00a0: ${inFrench(SECOND)}`));
  await visitor.click(button('Oui, annuler ce jour', 'dialog'));
  await visitor.sees(status('Ce jour est annulé'));
  await visitor.seesNo(item(inFrench(SECOND)));
  await visitor.focusIsOn(heading('Votre demande attend notre réponse'));

  await visitor.click(button('Choisir un autre jour'));
  await visitor.sees({ role: 'gridcell' });
  const day: ElementQuery = { role: 'gridcell', name: new RegExp(`${inFrench(WISHED)}$`) };
  if ((await visitor.reads(day)) === null) await visitor.click(button('Mois suivant'));
  await visitor.click(day);
  await visitor.click(button('Demander ce jour'));
  await visitor.sees(status('Votre nouveau jour est demandé'));
  await visitor.sees(item(inFrench(WISHED)));

  await visitor.click(button('Annuler ma demande'));
  await visitor.click(button('Oui, annuler', 'dialog'));
  await visitor.sees(heading('Votre demande est annulée'));
  const stored = `select r.status, d.date::text from public.reservations r
    join public.reservation_dates d on d.reservation_id = r.id where r.email = $1`;
  expect(await runQuery(stored, [email])).toEqual([{ status: 'annulee', date: WISHED }]);
});
