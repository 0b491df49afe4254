import { isContract, isOwnCompany } from '@site/contract/day-papers';
import { PREREQUISITES } from '@site/contract/offer';
import {
  FUNDED_TERMS,
  type FundedTerms,
  OPCO_TERMS,
  OTHER_TERMS,
  PRIVATE_TERMS,
  titleOf,
} from '../content/paper-names';
import { CONSUMER_FIELDS, consumerRights, type Differing, professionalSiren, writeContrat } from './contrat';
import { clientNumberName, type FieldName } from './fields';
import { carriedRow, requestedFrom, SELLER_LAW } from './money';
import {
  type Block,
  definePaper,
  heading,
  LINE,
  LONG_LINE,
  list,
  type Mandatory,
  SIGNED_AT,
  terms,
  text,
  type WritePaper,
} from './paper';
import { isConsumer, isEmployer, isProfessional, type PaperData, withFundAtSignature } from './paper-data';
import {
  APPROVED,
  actionRows,
  bodyParty,
  COMMON_FIELDS,
  D6353_1,
  inSentence,
  lateRows,
  NOT_DONE,
  opcoRow,
  PARTIES_LAW,
  replacementNotice,
  signatures,
} from './parties';
import { contentBlocks, deliveryMode, followedRows, meansRows, placeRow, toleranceSentence } from './programme';
import { isFree } from './tax';
import { paymentRow } from './withdrawal';

const CONVENTION_FIELDS = { ...COMMON_FIELDS, payment: `${D6353_1}, 2°` } as const;
type Convention = Readonly<Record<keyof typeof CONVENTION_FIELDS, string>>;

interface Client {
  readonly party: string;
  /** Undefined where no fund pays back. */
  readonly funding?: string | undefined;
  /**
   * The terms of a fund that pays the client, in place of the owner’s. The owner’s are written for a fund that pays
   * the trainee back.
   */
  readonly terms?: FundedTerms;
  /** The rights of a private person; undefined for others. */
  readonly rights?: Differing;
  /** The person who signs, with the words above the place for the signature. */
  readonly signs: readonly [who: string, words: string];
}

const ownClient = (field: Convention & { readonly traineeAddress: string }, fund: string, identity = ''): Client => ({
  party: `${[field.traineeName, inSentence(field.traineeAddress), identity].filter(Boolean).join(', ')}. Ci-après « le client », qui est aussi le stagiaire.`,
  funding: fund && `Prise en charge ${requestedFrom(fund)}.`,
  signs: [`Le client : ${field.traineeName}`, APPROVED],
});

/** The name of the trainee’s own fund; empty where it is not asked after all. */
const ownFund = (field: Convention, data: PaperData): string =>
  data.file.payer === 'agefice' && withFundAtSignature(data).file.fundingDroppedOn ? '' : field.payer;

/** @param more the fields that it has beside those of every convention */
const conventionWith = <const More extends Mandatory>(
  more: More,
  client: (field: Convention & Readonly<Record<keyof More, string>>, data: PaperData) => Client,
  party: FieldName = 'traineeName',
): WritePaper =>
  definePaper({
    title: titleOf('convention'),
    party,
    mandatory: { ...CONVENTION_FIELDS, ...more },
    blocks: (field, data) => conventionBlocks(field, data, client(field, data)),
  });

/** For a trainee who is the client, and whose own fund pays. */
const writeOwnConvention = conventionWith(
  { traineeAddress: PARTIES_LAW, traineeSiren: 'AGEFICE et FIF-PL (identité de l’entreprise du stagiaire)' },
  (field, data) => ownClient(field, ownFund(field, data), `${clientNumberName(data)} ${field.traineeSiren}`),
);

/** For a company that the trainee directs, and that the trainee’s own fund pays back. */
const writeOwnCompanyConvention = conventionWith(
  { payerName: PARTIES_LAW, traineeAddress: PARTIES_LAW, traineeSiren: SELLER_LAW },
  (field, data) => ({
    ...ownClient(field, ownFund(field, data)),
    party: `${field.payerName}, ${inSentence(field.traineeAddress)}, ${clientNumberName(data)} ${field.traineeSiren}, représentée par ${field.traineeName}, en qualité de ${LINE}. Ci-après « le client ».`,
    signs: [`Pour le client, ${field.payerName} : ${field.traineeName}`, `${SIGNED_AT}\nCachet et signature`],
  }),
  'payerName',
);

/** Nobody has said who pays for an employee, who has no number. */
const writeEmployeeConvention = conventionWith({ traineeAddress: PARTIES_LAW }, (field, data) =>
  ownClient(field, field.payer, professionalSiren(data)),
);

const OTHER_FUND_FIELDS = { traineeAddress: PARTIES_LAW, payerName: PARTIES_LAW } as const;

const otherClient = (
  field: Convention & Readonly<Record<keyof typeof OTHER_FUND_FIELDS, string>>,
  data: PaperData,
): Client => ({ ...ownClient(field, field.payerName, professionalSiren(data)), terms: OTHER_TERMS });

const CONCLUDED = 'La présente convention est conclue';

/** Another fund, which has a name. */
const writeOtherConvention = conventionWith(OTHER_FUND_FIELDS, otherClient);

/** For a private person: nothing is owed without the fund, and the rights of a distance contract apply. */
const writeConsumerConvention = conventionWith({ ...OTHER_FUND_FIELDS, ...CONSUMER_FIELDS }, (field, data) => ({
  ...otherClient(field, data),
  terms: PRIVATE_TERMS,
  rights: consumerRights(field, data, { concluded: CONCLUDED }),
}));

/** Nobody has said who pays for a private person, who has no number and may withdraw. */
const writeUndecidedConvention = conventionWith({ traineeAddress: PARTIES_LAW, ...CONSUMER_FIELDS }, (field, data) => ({
  ...ownClient(field, field.payer),
  terms: PRIVATE_TERMS,
  rights: consumerRights(field, data, { concluded: CONCLUDED }),
}));

/** For the trainee's employer. Only the employer knows who represents it, so there is a line to write the name on. */
const writeCompanyConvention = conventionWith(
  { payerName: PARTIES_LAW, payerAddress: PARTIES_LAW, payerSiren: SELLER_LAW },
  (field, data) => ({
    party: `${field.payerName}, ${inSentence(field.payerAddress)}, ${clientNumberName(data)} ${field.payerSiren}, représentée par ${LINE} (nom et qualité, à compléter par le client). Ci-après « le client ».`,
    funding: data.file.payer === 'opco' ? 'Prise en charge demandée par le client à son OPCO.' : undefined,
    terms: OPCO_TERMS,
    signs: [`Pour le client, ${field.payerName}`, `Nom et qualité ${LONG_LINE}\n${SIGNED_AT}\nCachet et signature`],
  }),
  'payerName',
);

function conventionBlocks(field: Convention, data: PaperData, client: Client): readonly (Block | null)[] {
  const { payment } = data.site;
  // It says what is due, which nothing is where the price is 0.
  const earlyLeave = isFree(data) ? undefined : data.site.papers?.earlyLeave;
  const { rights } = client;
  const { advance, refusal } = client.terms ?? {
    advance: payment?.advance || FUNDED_TERMS.advance,
    refusal: payment?.refusal || FUNDED_TERMS.refusal,
  };
  return [
    replacementNotice(data),
    data.file.payer
      ? null
      : text(
          'À choisir d’abord : qui paie. Si le stagiaire paie seul et à ses frais, c’est un contrat de formation professionnelle (article L6353-3 du Code du travail).',
        ),
    text('Conclue en application des articles L6353-1 et D6353-1 du Code du travail, entre :'),
    list([bodyParty(field, data, rights?.contact), client.party]),
    heading('1. Objet, durée et période'),
    terms(...actionRows(field, data)),
    heading('2. Objectifs et contenu'),
    ...contentBlocks(field, data),
    heading('3. Moyens'),
    terms(placeRow(field), ...meansRows(field), ['Prérequis', `${PREREQUISITES.join('. ')}.`]),
    heading('4. Déroulement, suivi et sanction'),
    terms(['Déroulement', deliveryMode(data)], ...followedRows(field)),
    heading('5. Prix et règlement'),
    terms(['Prix', field.price], carriedRow(data), paymentRow(field.payment, data), ...lateRows(data), opcoRow(data)),
    client.funding && !isFree(data) ? text(client.funding, advance, refusal) : null,
    heading(earlyLeave ? '6. Arrêt avant la fin, inexécution' : '6. Inexécution'),
    text(earlyLeave, toleranceSentence(earlyLeave), NOT_DONE),
    ...(rights ? [heading('7. Délai de rétractation'), ...rights.withdrawal] : []),
    heading(`${rights ? 8 : 7}. Différends`),
    text(
      'La présente convention est soumise au droit français. Les parties cherchent d’abord une solution amiable.',
      rights?.mediation,
    ),
    ...signatures(field, client.signs),
    ...(rights?.annex ?? []),
  ];
}

/** Until somebody says who pays, only who has neither an employer nor a business is surely a private person. */
const isPrivate = ({ file }: PaperData): boolean =>
  !isProfessional(file) && (file.status === 'jobseeker' || file.status === 'individual');

const isEmployed = ({ file }: PaperData): boolean => file.status === 'employee' || file.status === 'portage';

/** A convention, or a contrat where the trainee pays alone. Until somebody says who pays, it is a convention. */
export const writeAgreement: WritePaper = (data) => {
  if (isContract(data.file)) return writeContrat(data);
  if (isEmployer(data.file)) return writeCompanyConvention(data);
  if (!data.file.payer && isPrivate(data)) return writeUndecidedConvention(data);
  if (!data.file.payer && isEmployed(data)) return writeEmployeeConvention(data);
  if (isOwnCompany(data.file)) return writeOwnCompanyConvention(data);
  if (data.file.payer !== 'other') return writeOwnConvention(data);
  return isConsumer(data.file) ? writeConsumerConvention(data) : writeOtherConvention(data);
};
