import type { VisitorMail } from '../claimed-mail.ts';
import type { Inset, Line } from '../mail/body.ts';

type Detail = VisitorMail['detail'];
type Kind = VisitorMail['kind'];

const many = (days: readonly unknown[]) => days.length > 1;

export const visitorSubject: Record<Kind, (detail: Detail) => string> = {
  receipt: ({ request }) =>
    request === 'contact' ? 'Votre message est bien arrivé' : 'Votre demande est bien arrivée',
  confirmation: ({ days }) => (many(days) ? 'Vos journées sont confirmées' : 'Votre journée est confirmée'),
  cancellation: () => 'Votre réservation est annulée',
};

/** What follows from it, one sentence a line. */
export const visitorText: Record<Kind, (detail: Detail) => readonly string[]> = {
  receipt: ({ request, days }) => [
    request === 'contact'
      ? 'Nous avons bien reçu votre message et vous répondrons dès que possible.'
      : 'Nous avons bien reçu votre demande et vous répondrons dès que possible.',
    ...(days.length === 0
      ? []
      : [
          many(days)
            ? 'Ces dates ne sont pas encore confirmées\u00a0: rien n’est réservé avant notre réponse.'
            : 'Cette date n’est pas encore confirmée\u00a0: rien n’est réservé avant notre réponse.',
        ]),
  ],
  confirmation: ({ days, withdrawn, hasOtherDays }) => [
    many(days) ? 'Nous vous attendons aux dates ci-dessous.' : 'Nous vous attendons à la date ci-dessous.',
    ...(withdrawn.length > 0 ? ['Ce mail remplace ce que nous vous avions confirmé auparavant.'] : []),
    ...(hasOtherDays ? ['Les autres dates que vous aviez demandées ne sont pas réservées.'] : []),
  ],
  cancellation: ({ days }) => [
    many(days) ? 'Les dates ci-dessous ne sont plus réservées.' : 'La date ci-dessous n’est plus réservée.',
  ],
};

export const visitorLabels = {
  receivedAt: 'Reçu le',
  funding: 'Financement',
  days: {
    receipt: 'Dates demandées',
    confirmation: 'Dates confirmées',
    cancellation: 'Dates annulées',
  } satisfies Record<Kind, string>,
};

export const visitorFunding = (isAgefice: boolean) =>
  isAgefice ? 'avec financement AGEFICE' : 'sans financement particulier';

export const visitorFoot = {
  reach: (email: Inset): Line => ['Une question, un changement\u00a0? Répondez à ce mail, ou écrivez à ', email, '.'],
  notYou:
    'Vous n’avez rien demandé\u00a0? Votre adresse a sans doute été saisie par erreur\u00a0: répondez-nous, et nous l’effacerons.',
};

export const visitorCalendar = {
  receiptFile: 'dates-demandees.ics',
  file: (kind: 'REQUEST' | 'CANCEL', day: string) => `${kind === 'CANCEL' ? 'annulation' : 'formation'}-${day}.ics`,
  wished: (product: string) => `Formation à confirmer\u00a0: ${product}`,
  confirmed: (product: string) => `Formation\u00a0: ${product}`,
  cancelled: (product: string) => `Formation annulée\u00a0: ${product}`,
};
