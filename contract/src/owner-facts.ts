/**
 * What the owner may add to `site.json`. An absent key is undefined, and the pages are then silent about it. Texts are
 * French; a "sentence" is shown as it is, with its capital and its full stop.
 */
export interface OwnerFacts {
  readonly trainer?: Trainer | undefined;
  /** The hours of the day, in order. */
  readonly day?: readonly DayPart[] | undefined;
  /** What the automations are built with. */
  readonly tools?: readonly Tool[] | undefined;
  /** Names of what leads may come from, such as a portal or a form. */
  readonly leadSources?: readonly string[] | undefined;
  /** Name of the tool of the video call. */
  readonly videoTool?: string | undefined;
  /** A sentence on the help after the day. */
  readonly afterSupport?: string | undefined;
  /** Address of the programme as a PDF: a path of the site that begins with `/fichiers/`, or one with https. */
  readonly programmePdf?: string | undefined;
  /** Completes « Nous vous répondons … », without a full stop: « sous un jour ouvré ». */
  readonly replyTime?: string | undefined;
  readonly payment?: Payment | undefined;
  readonly guarantee?: Guarantee | undefined;
  /** Number of the declaration of activity, of eleven digits, with its spaces. It is no approval by the State. */
  readonly nda?: string | undefined;
  readonly qualiopi?: Qualiopi | undefined;
  readonly mediator?: Mediator | undefined;
  /** Who stores the requests, when that is not the host of the site. */
  readonly dataHost?: DataHost | undefined;
  /** A sentence on what it means that a date can be chosen. */
  readonly datesMeaning?: string | undefined;
  /** A sentence on how testimonials are collected and checked, as article L111-7-2 of the Code de la consommation asks. */
  readonly testimonialsCollection?: string | undefined;
  /** Whether the provider sends the complete file to every fund; otherwise the provider or the trainee does. */
  readonly sendsFundingFile?: boolean | undefined;
  /** Whether visitors get mails: request received, days confirmed, cancelled. */
  readonly visitorMails?: boolean | undefined;
}

interface Trainer {
  readonly name: string;
  /** One or several sentences on the person's path. */
  readonly path: string;
  /** Path of the picture on the site, beginning with `/fichiers/`. Its sides are free: show it with `object-fit`. */
  readonly photo?: string | undefined;
}

interface DayPart {
  /** HH:mm */
  readonly from: string;
  /** HH:mm, later than `from` */
  readonly to: string;
  readonly text: string;
}

interface Tool {
  readonly name: string;
  /** What it is used for, without a full stop. */
  readonly use?: string | undefined;
  /** What it costs after the day, without a full stop: « gratuit », « environ 9 € par mois ». */
  readonly cost?: string | undefined;
}

/** Each is a sentence; at least one is given. */
interface Payment {
  readonly when?: string | undefined;
  readonly how?: string | undefined;
  /** Whether the trainee advances the price of the funded plan. */
  readonly advance?: string | undefined;
  /** What happens when the fund refuses. */
  readonly refusal?: string | undefined;
}

interface Guarantee {
  /** A sentence: until when, and how, the refund is asked for. */
  readonly deadline: string;
  /** The plans that it covers, at least one. */
  readonly plans: readonly ('standard' | 'funded')[];
}

interface Qualiopi {
  /** Category of the certified actions, which always goes with the certificate: « Actions de formation ». */
  readonly category: string;
  /** Address of the certificate as a PDF: a path of the site that begins with `/fichiers/`, or one with https. */
  readonly certificate: string;
}

interface Mediator {
  readonly name: string;
  readonly address: string;
  /** With https. */
  readonly url: string;
}

interface DataHost {
  readonly name: string;
  readonly address: string;
  /** A sentence: the country of the data, and what protects them outside the European Union. */
  readonly transfers: string;
}
