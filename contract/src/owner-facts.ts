import type { Prices } from './prices.ts';
import type { PromiseName } from './promises.ts';

/**
 * Optional facts in `site.json`, which parts receive as `host.site`. Pages leave out a fact that is undefined. Texts
 * are French. A "sentence" is shown unchanged, with its capital letter and its full stop.
 */
export interface OwnerFacts {
  readonly trainer?: Trainer | undefined;
  /** Timetable of the training day, in order. */
  readonly day?: readonly DayPart[] | undefined;
  readonly tools?: readonly Tool[] | undefined;
  /** Names of sources of leads, such as a portal or a form. */
  readonly leadSources?: readonly string[] | undefined;
  readonly videoTool?: string | undefined;
  /** A sentence about support after the training day. */
  readonly afterSupport?: string | undefined;
  /** Address of the programme as a PDF: a path that begins with `/fichiers/`, or an https address. */
  readonly programmePdf?: string | undefined;
  /** Completes « Nous vous répondons … », without a full stop: « sous 1 jour ouvré ». */
  readonly replyTime?: string | undefined;
  readonly prices?: Prices | undefined;
  readonly payment?: Payment | undefined;
  readonly guarantee?: Guarantee | undefined;
  /** Number of the declaration of activity: eleven digits, with its spaces; « en cours » until the first agreement. */
  readonly nda?: string | undefined;
  readonly qualiopi?: Qualiopi | undefined;
  readonly mediator?: Mediator | undefined;
  /** Company that stores the visitors' requests, if it is not the host of the site. */
  readonly dataHost?: DataHost | undefined;
  /** A sentence that explains what it means when a date can be selected. */
  readonly datesMeaning?: string | undefined;
  /** A sentence on how testimonials are collected and checked (article L111-7-2 of the Code de la consommation). */
  readonly testimonialsCollection?: string | undefined;
  /** Whether the provider sends the complete file to every fund; otherwise the provider or the trainee does. */
  readonly sendsFundingFile?: boolean | undefined;
  readonly papers?: PaperFacts | undefined;
  /** Names of the promises that the owner does not keep (`PromiseName`): no page makes them. */
  readonly hiddenPromises?: readonly string[] | undefined;
  /** Whether visitors receive e-mails: request received, days confirmed, cancelled, reminders. */
  readonly visitorMails?: boolean | undefined;
}

interface Trainer {
  readonly name: string;
  /** One or more sentences about the trainer's career. */
  readonly path: string;
  /** Path that begins with `/fichiers/`. The picture may have any aspect ratio: show it with `object-fit`. */
  readonly photo?: string | undefined;
}

export interface DayPart {
  /** HH:mm */
  readonly from: string;
  /** HH:mm, later than `from` */
  readonly to: string;
  readonly text: string;
}

interface Tool {
  readonly name: string;
  /** Use of the tool, without a full stop. */
  readonly use?: string | undefined;
  /** The price after the day, without a full stop: « gratuit », « environ 9 € par mois ». */
  readonly cost?: string | undefined;
}

/** `exempt`: with the attestation of form 3511. `franchise`: below the threshold. `standard`: 20 %. */
export const VAT_REGIMES = ['exempt', 'franchise', 'standard'] as const;

/** Pages and papers say this about a regime (CGI, articles 261-4-4° a and 293 B). */
export const VAT_LINES = {
  exempt: 'Exonération de TVA, article 261-4-4° a du CGI.',
  franchise: 'TVA non applicable, article 293 B du CGI.',
  standard: 'TVA à 20 %.',
} as const satisfies Record<(typeof VAT_REGIMES)[number], string>;

/** Returns the owner's own line, or that of the papers. Empty while neither is known. */
export const taxLineOf = ({
  training,
  papers,
}: Pick<OwnerFacts, 'papers'> & { training: { taxLine: string } }): string =>
  training.taxLine || (papers?.vat ? VAT_LINES[papers.vat] : '');

/** The legal notice's line: the owner's own, or that of a regime without VAT; empty while neither is known. */
export const vatMentionOf = ({
  publisher,
  papers,
}: Pick<OwnerFacts, 'papers'> & { publisher: { vat: string } }): string =>
  publisher.vat || (papers?.vat && papers.vat !== 'standard' ? VAT_LINES[papers.vat] : '');

/** The words of a page or a paper that make a promise; empty where the owner does not keep it. */
export const promised = (
  { hiddenPromises }: Pick<OwnerFacts, 'hiddenPromises'>,
  name: PromiseName,
  words: string,
): string => (hiddenPromises?.includes(name) ? '' : words);

/** At least one is present. */
interface PaperFacts {
  readonly title?: string | undefined;
  /** Name of the region of the prefect who registered the declaration of activity: « Bretagne », « Grand Est ». */
  readonly region?: string | undefined;
  /** Sentences on what is owed when the trainee leaves early or is absent. */
  readonly earlyLeave?: string | undefined;
  /** Sentences on who helps with the technique during the day, and how to reach them. */
  readonly assistance?: string | undefined;
  /** Where the « règlement intérieur » can be read, or its text. */
  readonly rules?: string | undefined;
  readonly vat?: (typeof VAT_REGIMES)[number] | undefined;
  /** Digits: days that a quote is valid from its date. `QUOTE_DAYS` stands for a missing number. */
  readonly quoteDays?: string | undefined;
  /** Digits: days from the training to the due date. `PAYMENT_DAYS` stands for a missing number. */
  readonly paymentDays?: string | undefined;
  /** Digits: minutes of a day in a signed agreement. The site itself has a timetable. */
  readonly dayMinutes?: string | undefined;
  /** Whether a trainee who pays alone pays a deposit, once the ten days to withdraw are over. */
  readonly deposit?: boolean | undefined;
}

/** Texts that a signed agreement fixes, and that later papers repeat. A text is missing if the site had none then. */
export interface AgreedTexts {
  readonly title?: string | undefined;
  readonly earlyLeave?: string | undefined;
  readonly paymentDays?: string | undefined;
  readonly when?: string | undefined;
  readonly how?: string | undefined;
  readonly assessment?: string | undefined;
  /** Missing in older marks. */
  readonly dayMinutes?: string | undefined;
}

type Agreed = Pick<OwnerFacts, 'papers' | 'payment'> & { readonly training?: { readonly assessment: string } };

/** @param dayMinutes `dayMinutes` of the timetable */
export const agreedTextsOf = ({ papers, payment, training }: Agreed, dayMinutes: number): AgreedTexts => ({
  title: papers?.title,
  earlyLeave: papers?.earlyLeave,
  paymentDays: papers?.paymentDays,
  when: payment?.when,
  how: payment?.how,
  assessment: training?.assessment,
  dayMinutes: String(dayMinutes),
});

/** Replaces the texts of the site by those of the agreement. */
export const withAgreedTexts = <Site extends Agreed>(site: Site, { assessment = '', ...texts }: AgreedTexts): Site => {
  const { title, earlyLeave, paymentDays, dayMinutes, when, how } = texts;
  return {
    ...site,
    papers: { ...site.papers, title, earlyLeave, paymentDays, dayMinutes },
    payment: { ...site.payment, when, how },
    training: { ...site.training, assessment },
  };
};

/** Each value is a sentence; at least one is present. */
interface Payment {
  readonly when?: string | undefined;
  readonly how?: string | undefined;
  /** Whether the trainee advances the price of the funded plan. */
  readonly advance?: string | undefined;
  readonly refusal?: string | undefined;
}

interface Guarantee {
  /** A sentence that states until when and how a refund can be requested. */
  readonly deadline: string;
  /** The plans that it covers: by default, the standard one. */
  readonly plans: readonly ('standard' | 'funded')[];
}

interface Qualiopi {
  /** Category of the certified actions: « Actions de formation ». Always show it with the certificate. */
  readonly category: string;
  /** Address of the certificate as a PDF: a path that begins with `/fichiers/`, or an https address. */
  readonly certificate: string;
}

interface Mediator {
  readonly name: string;
  readonly address: string;
  /** An https address. */
  readonly url: string;
}

interface DataHost {
  readonly name: string;
  readonly address: string;
  /** A sentence on the country where the data is stored, and on its protection outside the European Union. */
  readonly transfers: string;
}
