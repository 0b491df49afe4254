import { centsInEuros, PREREQUISITES } from '@site/contract/offer';
import { formatDay } from '../dates';
import { titleOf } from '../paper-names';
import { contentBlocks, dayRow, eachDate, followedRows, meansRows, PROGRAMME_FIELDS, RULES } from './before';
import {
  amountsOf,
  isEmployer,
  isInWithdrawal,
  isProfessional,
  lastUnpayableDay,
  type PaperData,
  plannedDuration,
  signedOnOf,
} from './fields';
import {
  type Block,
  definePaper,
  facts,
  heading,
  isContract,
  isSole,
  list,
  registeredOf,
  SIGNED_AT,
  signerOf,
  text,
  type WritePaper,
} from './paper';

const D6353_1 = 'Code du travail, D6353-1, I';
const L6353_4 = 'Code du travail, L6353-4';
const R6351_6 = 'Code du travail, R6351-6';
/** The parties of a written agreement: without them, nobody is bound. */
const PARTIES = 'Code civil, 1101 (parties au contrat)';

const BODY_FIELDS = {
  bodyName: PARTIES,
  bodyAddress: PARTIES,
  bodySiren: 'Code de commerce, R123-237 (SIREN sur les documents)',
  signatory: PARTIES,
  nda: R6351_6,
  region: R6351_6,
} as const;
type Body = Readonly<Record<keyof typeof BODY_FIELDS, string>>;

const COMMON_FIELDS = {
  ...BODY_FIELDS,
  ...PROGRAMME_FIELDS,
  traineeName: PARTIES,
  payer: 'Code du travail, L6353-1 et L6353-3 (convention ou contrat selon qui paie)',
  days: `${D6353_1}, 1° (période de réalisation)`,
  price: `${D6353_1}, 2° ; Code du travail, L6353-4, 5°`,
} as const;
type Common = Readonly<Record<keyof typeof COMMON_FIELDS, string>>;

const CONVENTION_FIELDS = { ...COMMON_FIELDS, payment: `${D6353_1}, 2°` } as const;
type Convention = Readonly<Record<keyof typeof CONVENTION_FIELDS, string>>;

const bodyParty = ({ bodyName, bodyAddress, bodySiren, signatory, nda, region }: Body) =>
  `${bodyName}, ${bodyAddress}, SIREN ${bodySiren}${isSole({ bodyName, signatory }) ? '' : `, représenté par ${signatory}`}. ${registeredOf(nda, region)} Ci-après « l’organisme ».`;

const NATURE = 'Action de formation (article L6313-1, 1° du Code du travail)';

const actionRows = (field: Common, data: PaperData) =>
  [
    ['Intitulé', field.title],
    ['Nature', NATURE],
    ['Stagiaire', field.traineeName],
    ['Effectif', '1 stagiaire (formation individuelle)'],
    ['Durée', plannedDuration(data)],
    dayRow(data, field.days),
  ] as const;

const NOT_DONE =
  'Si l’organisme n’exécute pas tout ou partie de la prestation, il rembourse les sommes indûment perçues (article L6354-1 du Code du travail).';

const signed = (parties: readonly (readonly [string, string])[]): readonly (Block | null)[] => [
  text(`Fait en ${parties.length} exemplaires originaux, un pour chaque partie.`),
  { kind: 'signatures', parties },
];

const bodySigns = (body: Body) => [`Pour l’organisme, ${signerOf(body)}`, `${SIGNED_AT}\nCachet et signature`] as const;

const writeContract = definePaper({
  title: titleOf('convention', true),
  mandatory: {
    ...COMMON_FIELDS,
    traineeAddress: PARTIES,
    priorLevel: `${L6353_4}, 2° (niveau de connaissances préalables) ; Qualiopi, indicateur 8`,
    rules: RULES,
    earlyLeave: `${L6353_4}, 5° (cessation anticipée, abandon)`,
  },
  blocks: (field, data) => [
    text('Conclu en application des articles L6353-3 à L6353-7 du Code du travail, entre :'),
    list([
      bodyParty(field),
      `${field.traineeName}, ${field.traineeAddress}. Ci-après « le stagiaire », qui entreprend la formation à titre individuel et à ses frais.`,
    ]),
    heading('1. Objet, nature, durée et effectif'),
    facts(...actionRows(field, data)),
    heading('2. Programme'),
    ...contentBlocks(field, data),
    heading('3. Niveau préalable'),
    facts(['Niveau requis', `${PREREQUISITES.join('. ')}.`], ['Niveau du stagiaire', field.priorLevel]),
    heading('4. Conditions de la formation'),
    facts(...meansRows(field), ...followedRows(field), ['Règlement intérieur', field.rules]),
    heading('5. Délai de rétractation'),
    text(
      'Dans le délai de dix jours à compter de la signature du présent contrat, le stagiaire peut se rétracter par lettre recommandée avec avis de réception (article L6353-5 du Code du travail).',
    ),
    isProfessional(data.file)
      ? null
      : text(
          'Lorsque le contrat est conclu à distance avec un consommateur, celui-ci peut aussi se rétracter, sans donner de motif, dans le délai de quatorze jours à compter de la conclusion du contrat (article L221-18 du Code de la consommation).',
        ),
    heading('6. Prix et paiement'),
    facts(['Prix', field.price], data.site.payment?.how ? ['Moyen de paiement', data.site.payment.how] : null),
    ...instalments(data, field.days),
    heading('7. Arrêt avant la fin'),
    text(field.earlyLeave),
    text(
      'Si, par suite de force majeure dûment reconnue, le stagiaire est empêché de suivre la formation, il peut rompre le contrat : seules les prestations effectivement dispensées sont dues, au prorata de leur valeur prévue au contrat (article L6353-7).',
      NOT_DONE,
    ),
    ...disputes(data),
    ...signed([
      bodySigns(field),
      [`Le stagiaire : ${field.traineeName}`, `${SIGNED_AT}\n« Lu et approuvé » et signature`],
    ]),
  ],
});

/** Euro cents, of a contract: 30 % at most when the ten days are over (L6353-6). */
export const mostAtFirst = (data: PaperData): number => Math.floor(amountsOf(data).total * 0.3);

/** L6353-6: nothing before the ten days are over, then 30 % at most, the rest as the training goes on. Nothing is to be paid for a price of 0. */
function instalments(data: PaperData, days: string): readonly (Block | null)[] {
  const { total } = amountsOf(data);
  if (total === 0) return [];
  const first = mostAtFirst(data);
  const dates = eachDate(data, days);
  const dueUpTo = (count: number) => Math.round(((total - first) * count) / dates.length);
  return [
    {
      kind: 'table',
      widths: [70, 30],
      head: ['Échéance', 'Somme'],
      rows: [
        ['Expiration du délai de rétractation de dix jours', centsInEuros(first)],
        ...dates.map((date, at) => [date + notBefore(data, at), centsInEuros(dueUpTo(at + 1) - dueUpTo(at))]),
      ],
    },
    text(
      'Aucune somme n’est exigée du stagiaire avant la première échéance, qui ne dépasse pas 30 % du prix (article L6353-6 du Code du travail).',
    ),
  ];
}

/** Added to a day on which nothing may be asked for yet. */
function notBefore(data: PaperData, at: number): string {
  const day = data.request.confirmedDates[at];
  if (!day || !isInWithdrawal(day, data)) return '';
  const signedOn = signedOnOf(data);
  const end = signedOn ? `, passé le ${formatDay(lastUnpayableDay(signedOn))}` : '';
  return `, jour de la formation, au plus tôt à l’expiration du délai de rétractation${end}`;
}

function disputes({ site: { mediator } }: PaperData): readonly (Block | null)[] {
  return [
    heading('8. Différends'),
    text(
      'Le présent contrat est soumis au droit français. Les parties cherchent d’abord une solution amiable.',
      mediator && `Médiateur de la consommation : ${mediator.name}, ${mediator.address}, ${mediator.url}.`,
    ),
  ];
}

/** The client is the trainee, whose own fund pays. */
const writeOwnConvention = definePaper({
  title: titleOf('convention'),
  mandatory: {
    ...CONVENTION_FIELDS,
    traineeAddress: PARTIES,
    traineeSiren: 'AGEFICE et FIF PL (identité de l’entreprise du stagiaire)',
  },
  blocks: (field, data) => [
    ...conventionStart(field, [
      `${field.traineeName}, ${field.traineeAddress}, SIREN ${field.traineeSiren}. Ci-après « le client », qui est aussi le stagiaire.`,
    ]),
    ...conventionBody(field, data, `Prise en charge demandée à : ${field.payer}.`),
    ...signed([
      bodySigns(field),
      [`Le client : ${field.traineeName}`, `${SIGNED_AT}\n« Lu et approuvé » et signature`],
    ]),
  ],
});

/** Another fund, which has a name. */
const writeOtherConvention = definePaper({
  title: titleOf('convention'),
  mandatory: { ...CONVENTION_FIELDS, traineeAddress: PARTIES, payerName: PARTIES },
  blocks: (field, data) => [
    ...conventionStart(field, [
      `${field.traineeName}, ${field.traineeAddress}. Ci-après « le client », qui est aussi le stagiaire.`,
    ]),
    ...conventionBody(field, data, `Prise en charge demandée à : ${field.payerName}.`),
    ...signed([
      bodySigns(field),
      [`Le client : ${field.traineeName}`, `${SIGNED_AT}\n« Lu et approuvé » et signature`],
    ]),
  ],
});

/** The client is the trainee's employer. */
const writeCompanyConvention = definePaper({
  title: titleOf('convention'),
  mandatory: {
    ...CONVENTION_FIELDS,
    payerName: PARTIES,
    payerAddress: PARTIES,
    payerSiren: 'Code de commerce, R123-237 (SIREN sur les documents)',
  },
  blocks: (field, data) => [
    ...conventionStart(field, [
      `${field.payerName}, ${field.payerAddress}, SIREN ${field.payerSiren}. Ci-après « le client ».`,
    ]),
    ...conventionBody(
      field,
      data,
      data.file.payer === 'opco' ? 'Le client demande la prise en charge à son OPCO.' : undefined,
    ),
    ...signed([
      bodySigns(field),
      [`Pour le client, ${field.payerName}`, `Nom et qualité ____________________\n${SIGNED_AT}\nCachet et signature`],
    ]),
  ],
});

const conventionStart = (field: Common, clients: readonly string[]): readonly (Block | null)[] => [
  text('Conclue en application des articles L6353-1 et D6353-1 du Code du travail, entre :'),
  list([bodyParty(field), ...clients]),
];

function conventionBody(field: Convention, data: PaperData, funding: string | undefined): readonly (Block | null)[] {
  const { papers, payment } = data.site;
  return [
    heading('1. Objet, durée et période'),
    facts(...actionRows(field, data)),
    heading('2. Objectifs et contenu'),
    ...contentBlocks(field, data),
    heading('3. Moyens'),
    facts(...meansRows(field), ['Prérequis', `${PREREQUISITES.join('. ')}.`]),
    heading('4. Déroulement, suivi et sanction'),
    facts(['Déroulement', 'Formation individuelle à distance, en direct avec le formateur'], ...followedRows(field)),
    heading('5. Prix et règlement'),
    facts(['Prix', field.price], ['Règlement', field.payment]),
    text(funding, funding && payment?.advance, funding && payment?.refusal),
    heading('6. Arrêt avant la fin, inexécution'),
    text(papers?.earlyLeave, NOT_DONE),
    heading('7. Différends'),
    text('La présente convention est soumise au droit français. Les parties cherchent d’abord une solution amiable.'),
  ];
}

/** A convention, or a contrat where the trainee pays alone. Until somebody says who pays, it is a convention. */
export const writeAgreement: WritePaper = (data) => {
  if (isContract(data.file)) return writeContract(data);
  if (isEmployer(data.file)) return writeCompanyConvention(data);
  return data.file.payer === 'other' ? writeOtherConvention(data) : writeOwnConvention(data);
};
