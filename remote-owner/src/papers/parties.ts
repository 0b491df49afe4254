import { promised } from '@site/contract/owner-facts';
import { formatDay } from '../content/dates';
import { plannedDuration } from './fields';
import {
  type Block,
  isRepresented,
  isSole,
  isSoleTrader,
  LINE,
  LONG_LINE,
  lacksOffice,
  registeredAs,
  SIGNED_AT,
  signerOf,
  text,
} from './paper';
import { isProfessional, type PaperData, replacedOn } from './paper-data';
import { dayRow, PROGRAMME_FIELDS, withPausesOf } from './programme';
import { isFree } from './tax';

export const D6353_1 = 'Code du travail, D6353-1, I';
const R6351_6 = 'Code du travail, R6351-6';
/** The source of the parties: without them, an agreement binds nobody. */
export const PARTIES_LAW = 'Code civil, 1101 (parties au contrat)';

const BODY_FIELDS = {
  bodyName: PARTIES_LAW,
  bodyAddress: PARTIES_LAW,
  bodySiren: 'Code de commerce, R123-237 (SIREN sur les documents)',
  signatory: PARTIES_LAW,
  nda: R6351_6,
  region: R6351_6,
} as const;
type Body = Readonly<Record<keyof typeof BODY_FIELDS, string>>;

/** Fields that a convention and a contrat share. */
export const COMMON_FIELDS = {
  ...BODY_FIELDS,
  ...PROGRAMME_FIELDS,
  traineeName: PARTIES_LAW,
  payer: 'Code du travail, L6353-1 et L6353-3 (convention ou contrat selon qui paie)',
  days: `${D6353_1}, 1° (période de réalisation)`,
  price: `${D6353_1}, 2° ; Code du travail, L6353-4, 5°`,
} as const;
export type Common = Readonly<Record<keyof typeof COMMON_FIELDS, string>>;

/** Puts an address of several lines into a sentence. */
export const inSentence = (address: string): string => address.split(/\s*,?\n\s*/).join(', ');

/** « Atelier Relance, SASU au capital de 1 000 € ». A name that already contains its form stays as it is. */
export function namedWithForm(name: string, { site: { publisher } }: PaperData): string {
  const form = publisher.legalForm;
  if (isSoleTrader(form) || name.toLowerCase().split(' ').includes(form.toLowerCase())) return name;
  return [name, form.replace(/(\d) (?=\d{3})/g, '$1\u00a0')].filter(Boolean).join(', ');
}

function representedBy(body: Body, data: PaperData): string {
  if (isSole(body)) return '';
  if (!isRepresented(body, data)) return `entrepreneur individuel : ${body.signatory}`;
  return `représenté par ${body.signatory}${lacksOffice(body, data) ? `, en qualité de ${LINE}` : ''}`;
}

/** @param contact further contact details, which a consumer must be told */
export function bodyParty(body: Body, data: PaperData, contact = ''): string {
  const parts = [
    namedWithForm(body.bodyName, data),
    inSentence(body.bodyAddress),
    ...registeredAs(body.bodySiren, data.site.publisher.registration),
    contact,
    representedBy(body, data),
  ];
  return `${parts.filter(Boolean).join(', ')}. Ci-après « l’organisme ».`;
}

export const NATURE = 'Action de formation (article L6313-1, 1° du Code du travail)';

export const actionRows = (field: Common, data: PaperData) =>
  [
    ['Intitulé', field.title],
    ['Nature', NATURE],
    ['Stagiaire', field.traineeName],
    ['Effectif', `1 stagiaire${promised(data.site, 'alone', ' (formation individuelle)')}`],
    ['Durée', withPausesOf(data, plannedDuration(data))],
    dayRow(data, field.days),
  ] as const;

/**
 * Names the agreement that this one replaces, so that both sides do not have two. A contrat may replace a convention
 * once the trainee pays alone.
 */
export function replacementNotice(data: PaperData): Block | null {
  const day = replacedOn('convention', data);
  return day ? text(`Annule et remplace l’accord du ${formatDay(day)} sur cette formation.`) : null;
}

export const NOT_DONE =
  'Si l’organisme n’exécute pas tout ou partie de la prestation, il rembourse les sommes indûment perçues (article L6354-1 du Code du travail).';

/** Terms that the law sets between professionals who have agreed on nothing else. */
export const lateRows = (data: PaperData): readonly (readonly [label: string, value: string])[] =>
  isProfessional(data.file) && !isFree(data)
    ? [
        ['Pénalités de retard', 'Taux de refinancement de la BCE majoré de 10 points (Code de commerce, L441-10, II).'],
        ['Recouvrement', 'Indemnité forfaitaire de 40 € (Code de commerce, D441-5).'],
        ['Escompte', 'Pas d’escompte pour paiement anticipé (Code de commerce, L441-9).'],
      ]
    : [];

/** Lines to write on: only the client knows its OPCO, and the OPCO asks for its own number on every invoice. */
export const opcoRow = (data: PaperData) =>
  data.file.payer === 'opco' && !isFree(data)
    ? (['OPCO', `Nom : ${LONG_LINE}\nN° de dossier : ${LONG_LINE}`] as const)
    : null;

/** The place where both sides sign. @param client who signs beside the body, with the words above the signature */
export const signatures = (body: Body, client: readonly [who: string, words: string]): readonly (Block | null)[] => [
  text('Fait en 2 exemplaires originaux, un pour chaque partie.'),
  {
    kind: 'signatures',
    parties: [[`Pour l’organisme, ${signerOf(body)}`, `${SIGNED_AT}\nCachet et signature`], client],
  },
];

/** The words above the signature of a person. */
export const APPROVED = `${SIGNED_AT}\n« Lu et approuvé » et signature`;
