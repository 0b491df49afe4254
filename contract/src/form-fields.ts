/**
 * A field of a form. The form, the gateway, and all readers of requests follow this declaration: mails, the
 * calendar, the inbox, exports, the owner's space and the legal notice. The database has its column and its check.
 */
interface FormField {
  readonly column: string;
  readonly kind: 'line' | 'tel' | 'email' | 'text' | 'checkbox' | 'radio';
  /** A `radio` has each stored value in words. None is proposed. */
  readonly options?: Readonly<Record<string, string>>;
  /** Readers show it while a visitor of several dates has not answered. */
  readonly unanswered?: string;
  /** Counted in characters. Addresses have `LONGEST_EMAIL`. */
  readonly maxLength?: number;
  /** An optional text is stored as null when it is empty. */
  readonly isRequired?: true;
  readonly label: string;
  /** Recaps, remarks and the owner's form have it in place of the label. */
  readonly shortLabel?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly autoComplete?: string;
  /** Readers show it beside the person, the days and the message. */
  readonly isAnswer?: true;
}

/** The names are those of forms, JSON and the owner's space. */
export type FormFields = Readonly<Record<string, FormField>>;

const EMAIL = {
  column: 'email',
  kind: 'email',
  isRequired: true,
  label: 'E-mail',
  hint: 'Par exemple\u00a0: prenom.nom@exemple.fr',
  autoComplete: 'email',
} as const;
const PHONE = { kind: 'tel', maxLength: 40, label: 'Téléphone', autoComplete: 'tel' } as const;
const FUNDING = {
  column: 'is_agefice',
  kind: 'checkbox',
  label: 'Je souhaite bénéficier du financement AGEFICE',
  shortLabel: 'Financement AGEFICE',
  isAnswer: true,
} as const;

/** Active releases send `prenom`, `nom` and `telephone`. A new field has an English name, as `phone`. */
export const CONTACT_FIELDS = {
  prenom: {
    column: 'prenom',
    kind: 'line',
    maxLength: 100,
    isRequired: true,
    label: 'Prénom',
    placeholder: 'Camille',
    autoComplete: 'given-name',
  },
  nom: {
    column: 'nom',
    kind: 'line',
    maxLength: 100,
    isRequired: true,
    label: 'Nom',
    autoComplete: 'family-name',
  },
  email: EMAIL,
  telephone: {
    ...PHONE,
    column: 'telephone',
    isRequired: true,
    hint: 'Par exemple\u00a0: 06\u00a039\u00a098\u00a000\u00a000',
  },
  message: { column: 'message', kind: 'text', maxLength: 5000, label: 'Votre message', hint: 'Facultatif' },
  isAgefice: FUNDING,
} as const satisfies FormFields;

/** The columns of `reservations`; the dates have a table of their own. */
export const BOOKING_FIELDS = {
  name: {
    column: 'name',
    kind: 'line',
    maxLength: 200,
    isRequired: true,
    label: 'Nom complet',
    hint: 'Prénom et nom',
    autoComplete: 'name',
  },
  email: EMAIL,
  phone: {
    ...PHONE,
    column: 'phone',
    hint: 'Facultatif, par exemple\u00a0: 06\u00a039\u00a098\u00a000\u00a000',
  },
  /** Asked only where several dates are chosen. */
  daysWanted: {
    column: 'days_wanted',
    kind: 'radio',
    options: { one: 'Une seule journée, à l’une de ces dates', all: 'Une journée à chacune de ces dates' },
    unanswered: 'à préciser',
    label: 'Combien de journées souhaitez-vous\u202f?',
    shortLabel: 'Journées souhaitées',
    isAnswer: true,
  },
  isAgefice: FUNDING,
} as const satisfies FormFields;

/** The answer of a `radio` in words; empty where nobody was asked. */
export const optionInWords = (
  { options = {}, unanswered = '' }: Pick<FormField, 'options' | 'unanswered'>,
  answer: unknown,
  dates: readonly unknown[] = [],
): string => Object.entries(options).find(([option]) => option === answer)?.[1] ?? (dates.length > 1 ? unanswered : '');

/** A text that is not given is empty. */
export type ValuesOf<Fields extends FormFields> = {
  readonly [Name in keyof Fields]: Fields[Name]['kind'] extends 'checkbox' ? boolean : string;
};

type StoredValue<Field extends FormField> = Field['kind'] extends 'checkbox'
  ? boolean
  : Field extends { readonly isRequired: true }
    ? string
    : string | null;

export type RowOf<Fields extends FormFields> = {
  readonly [Name in keyof Fields as Fields[Name]['column']]: StoredValue<Fields[Name]>;
};

type NamesOf<Fields extends FormFields, Shape> = {
  [Name in keyof Fields]: Fields[Name] extends Shape ? Name : never;
}[keyof Fields];

/** The fields with `isAnswer`. A text may be missing: a database that is older than its reader does not return it. */
export type AnswersOf<Fields extends FormFields> = {
  readonly [Name in NamesOf<Fields, { isAnswer: true; kind: 'checkbox' }>]: boolean;
} & { readonly [Name in NamesOf<Fields, { isAnswer: true; kind: 'line' | 'text' | 'radio' }>]?: string | null };
