/** A text of a source, and what takes its place. */
type Edit = readonly [file: string, from: string, to: string];

export interface PlantedChange {
  readonly what: string;
  /** The part that is built from it, and activated. */
  readonly part: 'shell' | 'booking' | 'contact' | 'landing' | 'legal' | 'owner';
  readonly edits: readonly Edit[];
  /** A part that moves a page has it. */
  readonly retire?: { readonly path: string; readonly redirect: string };
}

const BUTTON = 'shared-ui/src/controls/button.tsx';
const FIELDS = 'shared-ui/src/form/fields.tsx';
const DIALOG = 'shared-ui/src/feedback/dialog.tsx';
const NOTICES = 'shared-ui/src/feedback/notice-list.tsx';
const NAVIGATION = 'shell/src/navigation/navigation.tsx';
const EFFECTS = 'shell/src/navigation/navigation-effects.tsx';
const BANNER = 'shell/src/consent/consent-banner.tsx';

export const FAULTS: readonly PlantedChange[] = [
  {
    what: 'buttons lose their handler',
    part: 'shell',
    edits: [[BUTTON, '<Styled type="button" {...props} />', '<Styled type="button" {...props} onClick={undefined} />']],
  },
  {
    what: 'CSS hides the small buttons on a phone',
    part: 'shell',
    edits: [
      [
        BUTTON,
        "    display: 'inline-flex',\n    alignItems: 'center',\n    justifyContent: 'center',\n    flexShrink: 0,",
        "    display: { base: 'none', md: 'inline-flex' },\n    alignItems: 'center',\n    justifyContent: 'center',\n    flexShrink: 0,",
      ],
    ],
  },
  {
    what: 'the names of the small buttons change',
    part: 'shell',
    edits: [
      [
        BUTTON,
        '<Square type="button" aria-label={label} {...props} />',
        `<Square type="button" aria-label={'Action ' + label} {...props} />`,
      ],
    ],
  },
  {
    what: 'labels name no field',
    part: 'contact',
    edits: [[FIELDS, '<Label htmlFor={fieldId(texts.name)}>', '<Label>']],
  },
  {
    what: 'a checkbox tells no change',
    part: 'booking',
    edits: [
      [
        FIELDS,
        '<CheckboxInput type="checkbox" {...input} {...fieldAria(texts).control} />',
        '<CheckboxInput type="checkbox" {...input} {...fieldAria(texts).control} onChange={() => undefined} />',
      ],
    ],
  },
  {
    what: 'notices are not shown',
    part: 'shell',
    edits: [[NOTICES, 'if (notices.length === 0) return null;', 'if (notices.length >= 0) return null;']],
  },
  {
    what: 'the links of notices lead nowhere',
    part: 'shell',
    edits: [[NOTICES, 'href={anchor.href}', 'href="#"']],
  },
  {
    what: 'dialogs do not open below 370 pixels',
    part: 'shell',
    edits: [
      [
        DIALOG,
        'if (!dialog || !open) return undefined;',
        'if (!dialog || !open || window.innerWidth < 370) return undefined;',
      ],
    ],
  },
  {
    what: 'dialogs do not close',
    part: 'shell',
    edits: [[DIALOG, 'return () => dialog.close();', 'return undefined;']],
  },
  {
    what: 'the focus stays where it was after a navigation',
    part: 'shell',
    edits: [[EFFECTS, 'target.focus({ preventScroll: true });', '']],
  },
  {
    what: 'links lose the place on their page',
    part: 'shell',
    edits: [[NAVIGATION, '      navigate(to);\n    };', "      navigate(to.split('#')[0] ?? to);\n    };"]],
  },
  {
    what: 'links lose what they ask of a page',
    part: 'shell',
    edits: [[NAVIGATION, '    router(to);', "    router(to.split('?')[0] ?? to);"]],
  },
  {
    what: 'the banner covers the page at 360 pixels',
    part: 'shell',
    edits: [
      [
        BANNER,
        "'@media print': { display: 'none' },",
        "'@media print': { display: 'none' },\n        '@media (max-width: 370px)': { position: 'fixed', inset: '0', zIndex: '1000' },",
      ],
    ],
  },
  {
    what: 'the choice of cookies is told to nobody',
    part: 'shell',
    edits: [['shell/src/consent/consent-store.ts', '      set(next);\n    },', '    },']],
  },
  {
    what: 'dates are written a day early',
    part: 'shell',
    edits: [['contract/src/french-dates.ts', 'midnight.getUTCDate();', 'midnight.getUTCDate() - 1;']],
  },
  {
    what: 'the calendar throws below 370 pixels',
    part: 'booking',
    edits: [
      [
        'remote-booking/src/dates/calendar.tsx',
        '  const today = parseISO(todayInParis());',
        "  if (window.innerWidth < 370) throw new Error('Too narrow.');\n  const today = parseISO(todayInParis());",
      ],
    ],
  },
  {
    what: 'the page of bookings works only when it is opened first',
    part: 'booking',
    edits: [
      [
        'remote-booking/src/booking-page.tsx',
        'export const Page: HostedPage = ({ host }) => (',
        "if (typeof location !== 'undefined' && location.pathname !== '/booking') throw new Error('Not first.');\n\nexport const Page: HostedPage = ({ host }) => (",
      ],
    ],
  },
  {
    what: 'the contact form forgets that funding was asked for',
    part: 'contact',
    edits: [['shared-ui/forms/src/submission.tsx', 'asksForFunding(', "asksForFunding('' && "]],
  },
  {
    what: 'the page of messages moves',
    part: 'contact',
    edits: [['remote-contact/contract.ts', 'path: PATHS.contact,', "path: '/ecrire',"]],
    retire: { path: '/contact', redirect: '/ecrire' },
  },
  {
    what: 'the price is read from the wrong place',
    part: 'landing',
    edits: [['contract/src/prices.ts', 'STANDARD_PRICE = 199', 'STANDARD_PRICE = 320']],
  },
];

const text = (what: string, part: PlantedChange['part'], ...edit: Edit): PlantedChange => ({
  what,
  part,
  edits: [edit],
});

export const HARMLESS: readonly PlantedChange[] = [
  text('bolder buttons', 'shell', BUTTON, "fontWeight: 'semibold',", "fontWeight: 'bold',"),
  text('wider notices', 'shell', NOTICES, 'min(26rem, 100%)', 'min(30rem, 100%)'),
  text('a wider dialog', 'shell', DIALOG, "maxWidth: '35rem'", "maxWidth: '40rem'"),
  text('taller fields', 'contact', FIELDS, "minHeight: '12',", "minHeight: '14',"),
  text(
    'another promise in the footer',
    'shell',
    'shell/src/content/layout.ts',
    'pour installer trois automatisations.',
    'pour installer vos trois automatisations.',
  ),
  text(
    'another sentence about cookies',
    'shell',
    'shell/src/content/layout.ts',
    'Mesurer la vitesse des pages, sans vous suivre.',
    'Mesurer la vitesse des pages, sans vous reconnaître.',
  ),
  text(
    'another name of a link in the footer',
    'shell',
    'shell/src/content/layout.ts',
    "cookiePolicy: 'Gérer les cookies'",
    "cookiePolicy: 'Vos cookies'",
  ),
  text(
    'the header scrolls a little later',
    'shell',
    'shell/src/layout/frame.tsx',
    'SCROLLED_PAST_PX = 10',
    'SCROLLED_PAST_PX = 20',
  ),
  text(
    'a shorter headline',
    'landing',
    'remote-landing/src/content/opening.ts',
    'trois automatisations qui travaillent à votre place',
    'trois automatisations qui travaillent pour vous',
  ),
  text(
    'another order of benefits',
    'landing',
    'remote-landing/src/content/opening.ts',
    "'Les relances manquées',\n    'Les prospects oubliés',",
    "'Les prospects oubliés',\n    'Les relances manquées',",
  ),
  text(
    'another answer to a question',
    'landing',
    'remote-landing/src/content/questions.ts',
    'Aucun en programmation',
    'Aucun, même en programmation',
  ),
  text(
    'another name of a plan',
    'landing',
    'remote-landing/src/content/pricing.ts',
    "name: 'Formule standard'",
    "name: 'Formule classique'",
  ),
  text(
    'another title of the page of bookings',
    'booking',
    'remote-booking/src/content/booking.ts',
    "title: 'Réserver vos sessions'",
    "title: 'Réserver vos journées'",
  ),
  text(
    'another sentence about help',
    'booking',
    'remote-booking/src/content/booking.ts',
    'Une hésitation sur une date',
    'Un doute sur une date',
  ),
  text(
    'another hint of a field',
    'booking',
    'contract/src/form-fields.ts',
    "hint: 'Prénom et nom'",
    "hint: 'Votre prénom et votre nom'",
  ),
  text(
    'another introduction to messages',
    'contact',
    'remote-contact/src/content/contact.ts',
    'Une question sur la journée, vos dates',
    'Une question sur votre journée, vos dates',
  ),
  text(
    'another title beside the form',
    'contact',
    'remote-contact/src/content/contact.ts',
    'La réponse est peut-être déjà là',
    'Votre réponse est peut-être ici',
  ),
  text(
    'another sentence of the cookie policy',
    'legal',
    'remote-legal/src/content/cookie-policy.ts',
    'Refuser ne change rien à votre visite.',
    'Refuser ne change rien pour vous.',
  ),
  text(
    'another note about the order of the steps',
    'legal',
    'remote-legal/src/content/funding.ts',
    'Chaque étape prépare la suivante',
    'Une étape prépare la suivante',
  ),
  text(
    'another introduction to signing in',
    'owner',
    'remote-owner/src/content/space.ts',
    'Il n’y a pas de mot de passe.',
    'Aucun mot de passe.',
  ),
];
