import { DEPOSIT_PERCENT, PREREQUISITES } from '@site/contract/offer';
import { formatDay, lowerFirst } from '../content/dates';
import { EXPRESS_REQUEST, titleOf } from '../content/paper-names';
import { clientNumberName, clientSiren } from './fields';
import { type Block, definePaper, formatSum, heading, LINE, list, terms, text, type WritePaper } from './paper';
import { carriedDepositOn, isProfessional, type PaperData, signedOnOf } from './paper-data';
import {
  APPROVED,
  actionRows,
  bodyParty,
  COMMON_FIELDS,
  type Common,
  inSentence,
  lateRows,
  NOT_DONE,
  PARTIES_LAW,
  replacementNotice,
  signatures,
} from './parties';
import { contentBlocks, followedRows, INTERNAL_RULES_LAW, meansRows, placeRow, toleranceSentence } from './programme';
import { amountsOf, isFree } from './tax';
import { afterWithdrawal, BALANCE_DAYS, isWithinTenDays, paymentRow } from './withdrawal';

const L6353_4 = 'Code du travail, L6353-4';

const CONTRAT_FIELDS = {
  ...COMMON_FIELDS,
  traineeAddress: PARTIES_LAW,
  priorLevel: `${L6353_4}, 2° (niveau de connaissances préalables) ; Qualiopi, indicateur 8`,
  rules: INTERNAL_RULES_LAW,
  earlyLeave: `${L6353_4}, 5° (cessation anticipée, abandon)`,
  payment: `${L6353_4}, 5° (modalités de paiement)`,
} as const;
type Contrat = Readonly<Record<keyof typeof CONTRAT_FIELDS, string>>;

type Blocks = readonly (Block | null)[];

export const professionalSiren = (data: PaperData) =>
  isProfessional(data.file) && clientSiren(data) ? `${clientNumberName(data)} ${clientSiren(data)}` : '';

/** The parts of an agreement that differ between a consumer and a professional. */
export interface Differing {
  readonly contact?: string;
  readonly withdrawal: Blocks;
  readonly mediation?: string;
  readonly annex?: Blocks;
}

const contratBlocks = (field: Contrat, data: PaperData, differing: Differing): Blocks => [
  replacementNotice(data),
  text('Conclu en application des articles L6353-3 à L6353-7 du Code du travail, entre :'),
  list([
    bodyParty(field, data, differing.contact),
    `${[field.traineeName, inSentence(field.traineeAddress), professionalSiren(data)].filter(Boolean).join(', ')}. Ci-après « le stagiaire », qui entreprend la formation à titre individuel et à ses frais.`,
  ]),
  heading('1. Objet, nature, durée et effectif'),
  terms(...actionRows(field, data)),
  heading('2. Programme'),
  ...contentBlocks(field, data),
  heading('3. Niveau préalable'),
  terms(['Niveau requis', `${PREREQUISITES.join('. ')}.`], ['Niveau du stagiaire', field.priorLevel]),
  heading('4. Conditions de la formation'),
  terms(placeRow(field), ...meansRows(field), ...followedRows(field), ['Règlement intérieur', field.rules]),
  heading('5. Délai de rétractation'),
  ...differing.withdrawal,
  heading('6. Prix et paiement'),
  ...priceBlocks(field, data),
  heading('7. Arrêt avant la fin'),
  text(field.earlyLeave, toleranceSentence(data.site.papers?.earlyLeave)),
  text(
    'Si, par suite de force majeure dûment reconnue, le stagiaire est empêché de suivre la formation, il peut rompre le contrat : seules les prestations effectivement dispensées sont dues, au prorata de leur valeur prévue au contrat (article L6353-7).',
    NOT_DONE,
  ),
  heading('8. Différends'),
  text(
    'Le présent contrat est soumis au droit français. Les parties cherchent d’abord une solution amiable.',
    differing.mediation,
  ),
  ...signatures(field, [`Le stagiaire : ${field.traineeName}`, APPROVED]),
  ...(differing.annex ?? []),
];

const writeProfessionalContrat = definePaper({
  title: titleOf('convention', true),
  format: 'withPayment',
  mandatory: CONTRAT_FIELDS,
  blocks: (field, data) =>
    contratBlocks(field, data, {
      withdrawal: [
        text(
          'Dans le délai de dix jours à compter de la signature du présent contrat, le stagiaire peut se rétracter par lettre recommandée avec avis de réception (article L6353-5 du Code du travail).',
        ),
      ],
    }),
});

/** The additional fields of an agreement with a private person. */
export const CONSUMER_FIELDS = {
  contact: 'Code de la consommation, L111-1 et L221-5 (coordonnées)',
  email: 'Code de la consommation, L221-5 et annexe de R221-1 (formulaire de rétractation)',
  mediator: 'Code de la consommation, L612-1 et L616-1 (médiateur)',
} as const;
type Consumer = Common & Readonly<Record<keyof typeof CONSUMER_FIELDS | 'traineeAddress', string>>;

const writeConsumerContrat = definePaper({
  title: titleOf('convention', true),
  format: 'withPayment',
  mandatory: { ...CONTRAT_FIELDS, ...CONSUMER_FIELDS },
  blocks: (field, data) =>
    contratBlocks(field, data, {
      ...consumerRights(field, data, {
        concluded: 'Le présent contrat est conclu',
        beside:
          'Ce droit s’ajoute à celui de l’article L6353-5 du Code du travail : dans le délai de dix jours à compter de la signature du présent contrat, le stagiaire peut se rétracter par lettre recommandée avec avis de réception.',
      }),
    }),
});

/**
 * The rights of a private person who signs at a distance, also where a fund pays in the end.
 * `concluded` names the agreement: « Le présent contrat est conclu ». `beside` is a second right to withdraw, which
 * does not end when the training has been held.
 */
export const consumerRights = (
  field: Consumer,
  data: PaperData,
  { concluded, beside }: { readonly concluded: string; readonly beside?: string },
): Required<Differing> => ({
  contact: field.contact,
  withdrawal: [
    text(
      `${concluded} à distance. Le stagiaire peut se rétracter, sans donner de motif et sans frais, dans le délai de quatorze jours à compter de sa signature, dont le jour ne compte pas. Un délai qui expire un samedi, un dimanche ou un jour férié ou chômé est prolongé jusqu’au premier jour ouvrable suivant (articles L221-18 et L221-19 du Code de la consommation).`,
    ),
    text(
      `Il envoie pour cela, avant la fin de ce délai, le formulaire de l’annexe ou toute autre déclaration dénuée d’ambiguïté, par e-mail à ${field.email} ou par courrier à l’adresse de l’organisme. L’organisme rembourse toutes les sommes reçues, par le moyen de paiement qui a servi, au plus tard quatorze jours après avoir été informé de la rétractation (articles L221-21 et L221-24 du même code).`,
    ),
    text(beside),
    // One paragraph, which a page does not cut.
    text(
      `Un jour de formation qui tombe dans le délai de quatorze jours n’a lieu que si le stagiaire coche cette demande (articles L221-25 et L221-28, 1° du Code de la consommation) :\n☐ ${EXPRESS_REQUEST}. Je reconnais qu’une fois la formation entièrement exécutée, je n’aurai plus de droit de rétractation${beside ? ' au titre du Code de la consommation' : ''}${isFree(data) ? '' : ' ; si je me rétracte avant, je paierai ce qui aura été suivi, en proportion du prix'}.`,
      beside &&
        'Cette demande laisse intact le délai de dix jours de l’article L6353-5 du Code du travail : qui se rétracte dans ce délai ne paie rien.',
    ),
  ],
  mediation: `Si la réponse de l’organisme à sa réclamation écrite ne lui suffit pas, le stagiaire peut, dans l’année qui suit cette réclamation, saisir gratuitement le médiateur de la consommation : ${field.mediator} (articles L612-1, L612-2 et L616-1 du Code de la consommation).`,
  annex: withdrawalForm(field),
});

/**
 * The form of the annex to R221-1 of the Code de la consommation, word for word, with the name and address of the
 * body.
 */
const withdrawalForm = (field: Consumer): Blocks => [
  { kind: 'annex', text: 'Annexe : modèle de formulaire de rétractation' },
  text(
    '(Veuillez compléter et renvoyer le présent formulaire uniquement si vous souhaitez vous rétracter du contrat.)',
  ),
  // « de Atelier » and « de Les Ateliers » would be no French.
  text(`À l’attention de l’organisme ${field.bodyName}, ${inSentence(field.bodyAddress)}, ${field.email} :`),
  text(
    'Je/nous (*) vous notifie/notifions (*) par la présente ma/notre (*) rétractation du contrat portant sur la vente du bien (*)/pour la prestation de services (*) ci-dessous :',
  ),
  text(`${field.title}, ${field.days}`),
  text(`Commandé le (*)/reçu le (*) : ${LINE}`),
  text(`Nom du (des) consommateur(s) : ${field.traineeName}`),
  text(`Adresse du (des) consommateur(s) : ${field.traineeAddress}`),
  text(
    `Signature du (des) consommateur(s) (uniquement en cas de notification du présent formulaire sur papier) :\n\n\n${LINE}${LINE}`,
  ),
  text(`Date : ${LINE}`),
  text('(*) Rayez la mention inutile.'),
];

/** The most that a contrat may ask for when the ten days are over (L6353-6), in euro cents. */
export const maximumDeposit = (data: PaperData): number =>
  Math.floor(((data.agreedCents ?? amountsOf(data).total) * DEPOSIT_PERCENT) / 100);

/**
 * L6353-6 allows nothing before the ten days are over, then 30 % at most. A price of 0 has no terms of payment, and
 * only professionals owe penalties for late payment.
 */
function priceBlocks(field: Contrat, data: PaperData): Blocks {
  const price = ['Prix', field.price] as const;
  if (isFree(data)) return [terms(price)];
  // The text below the row says what is put off of several days.
  const payment =
    data.request.confirmedDates.length > 1 ? (['Règlement', field.payment] as const) : paymentRow(field.payment, data);
  return [
    terms(price, payment, ...lateRows(data)),
    ...(data.site.papers?.deposit ? instalments(data, field.days) : [wholePrice(data)]),
  ];
}

/** The price of several days is paid while the training goes on, whether the trainee asks for it or not (L6353-6). */
function wholePrice(data: PaperData) {
  const areSeveral = data.request.confirmedDates.length > 1;
  const putOff = areSeveral
    ? `Toutefois, ${lowerFirst(DAY_PUT_OFF)}`
    : 'Si un jour de formation tombe dans ce délai, le prix est dû';
  return text(
    areSeveral ? '' : 'Le prix est facturé une fois la formation terminée.',
    'Aucune somme n’est exigée du stagiaire avant l’expiration du délai de dix jours (article L6353-6 du Code du travail).',
    areSeveral
      ? 'Le prix se règle en parts égales, une par jour suivi : au plus tôt ce jour, et au plus tard comme le dit la ligne « Règlement » (même article, troisième alinéa).'
      : '',
    canFallWithinTenDays(data) && (areSeveral || afterWithdrawal(data) === '')
      ? `${putOff} au plus tôt ${BALANCE_DAYS} jours après son expiration.`
      : '',
  );
}

const DAY_PUT_OFF = 'La somme d’un jour de formation qui tombe dans ce délai est due';

/**
 * A row for the deposit, then one for each day, as the rest is paid while the training goes on (L6353-6). The rows
 * name no date for the ten days: nobody knows the day of the signature when the contrat is printed.
 */
function instalments(data: PaperData, days: string): Blocks {
  const { total } = amountsOf(data);
  const carriedOn = carriedDepositOn(data);
  const first = (carriedOn && data.file.depositCents) || maximumDeposit(data);
  const { confirmedDates } = data.request;
  const dates = confirmedDates.length > 0 ? confirmedDates.map(formatDay) : [days];
  const dueUpTo = (count: number) => Math.round((Math.max(0, total - first) * count) / dates.length);
  return [
    {
      kind: 'table',
      widths: [70, 30],
      head: ['Échéance, au plus tôt', 'Somme'],
      rows: [
        [
          carriedOn
            ? `Déjà reçu le ${formatDay(carriedOn)}, au titre de l’accord remplacé, et imputé sur le prix`
            : 'Expiration du délai de dix jours, compté de la signature (article L6353-5)',
          formatSum(data, first),
        ],
        ...dates.map((date, at) => [
          isPutOff(confirmedDates[at], data)
            ? `${BALANCE_DAYS} jours après l’expiration ${carriedOn ? 'du délai de dix jours' : 'de ce délai'}, pour la formation du ${date}`
            : `Formation du ${date}`,
          formatSum(data, dueUpTo(at + 1) - dueUpTo(at)),
        ]),
      ],
    },
    text(
      carriedOn
        ? 'Aucune autre somme n’est exigée du stagiaire avant l’expiration du délai de dix jours, compté de la signature du présent contrat (articles L6353-5 et L6353-6 du Code du travail) ; s’il se rétracte dans ce délai, l’organisme lui rend la somme déjà reçue.'
        : 'Aucune somme n’est exigée du stagiaire avant la première échéance, qui ne dépasse pas 30 % du prix (article L6353-6 du Code du travail).',
      canFallWithinTenDays(data) ? `${DAY_PUT_OFF} au plus tôt ${BALANCE_DAYS} jours après son expiration.` : '',
      dates.length > 1
        ? 'Le solde se règle par parts : au plus tôt à ces échéances, et au plus tard comme le dit la ligne « Règlement ».'
        : '',
    ),
  ];
}

/** No more than 30 % may be asked for on such a day (L6353-6). */
const isPutOff = (day: string | undefined, data: PaperData): boolean => day !== undefined && isWithinTenDays(day, data);

/**
 * Whoever signs may do so a few days before the training: only a signature tells that no day lies within the ten days.
 */
const canFallWithinTenDays = (data: PaperData): boolean =>
  signedOnOf(data) === null || data.request.confirmedDates.some((day) => isWithinTenDays(day, data));

/** The contrat of a trainee who pays alone. A consumer’s also has the rights of a distance contract. */
export const writeContrat: WritePaper = (data) =>
  isProfessional(data.file) ? writeProfessionalContrat(data) : writeConsumerContrat(data);
