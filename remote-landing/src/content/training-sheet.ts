import { durationOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { AUDIENCE, FUNDING_LEAD, OBJECTIVES, PREREQUISITES, registrationOf } from '@site/contract/offer';
import { promised, taxLineOf } from '@site/contract/owner-facts';
import { announcedPrice, pricesOf } from '@site/contract/prices';
import { orToComplete } from '@site/contract/to-complete';
import { formatFrenchDate } from '@site/shared-ui';

interface SheetEntry {
  readonly label: string;
  /** One line is shown as a sentence, several as a list. */
  readonly lines: readonly string[];
}

const IN_ONE_DAY = ', en une journée, à distance';

/** Removes the lines that `site.json` leaves empty. */
const filledIn = (...lines: readonly (string | undefined)[]) =>
  lines.filter((line) => line !== undefined).filter((line) => line !== '');

const isComplete = ({ training }: Site) =>
  [training.accessTime, training.methods, training.assessment, training.disability, training.updatedOn].every(Boolean);

const entries = (site: Site): readonly SheetEntry[] => {
  const { training, draft, day, videoTool, afterSupport } = site;
  const { standard, funded } = pricesOf(site);
  // A draft shows the owner what is missing; visitors see no empty line.
  const owned = (fact: string) => filledIn(draft ? orToComplete(fact) : fact);
  const all: readonly SheetEntry[] = [
    { label: 'Public', lines: [AUDIENCE] },
    { label: 'Prérequis', lines: PREREQUISITES },
    { label: 'Objectifs', lines: OBJECTIVES },
    {
      label: 'Durée',
      lines: [durationOf(day) + IN_ONE_DAY + (videoTool ? ` (${videoTool})` : '')],
    },
    {
      label: 'Délais d’accès',
      lines: filledIn(
        training.accessTime,
        promised(site, 'soon', 'Formule standard : programmable dans la semaine en cours, selon les jours libres'),
        `Formule financée\u00a0: ${FUNDING_LEAD}, au plus tôt`,
      ),
    },
    {
      label: 'Tarifs',
      lines: filledIn(
        `Formule standard : ${announcedPrice(site, standard)}`,
        `Formule financée : ${announcedPrice(site, funded)}`,
        taxLineOf(site),
      ),
    },
    { label: 'Méthodes mobilisées', lines: owned(training.methods) },
    { label: 'Modalités d’évaluation', lines: owned(training.assessment) },
    { label: 'Accessibilité aux personnes handicapées', lines: owned(training.disability) },
    { label: 'Après la journée', lines: filledIn(afterSupport) },
  ];
  return all.filter(({ lines }) => lines.length > 0);
};

export const trainingSheet = {
  title: 'Fiche de la formation',
  intro: (site: Site) =>
    isComplete(site)
      ? 'Tout ce qu’il faut savoir avant de s’inscrire, sur une page.'
      : 'Public, prérequis, objectifs, durée et tarifs.',
  read: 'Lire la fiche',
  updated: (day: string) => `Mise à jour : ${orToComplete(day && formatFrenchDate(day))}`,
  contact: 'Contact',
  entries,
  provider: {
    label: 'Organisme',
    registered: registrationOf,
    certificate: 'Certificat Qualiopi (PDF)',
    category: (name: string) => `, au titre de la catégorie : ${name}`,
  },
  pdf: 'Programme complet (PDF)',
  day: 'Le déroulé de la journée (heure de Paris)',
  hours: (from: string, to: string) => `De ${from} à ${to}`,
  tools: {
    title: 'Les outils, et d’où viennent vos contacts',
    titleOfToolsAlone: 'Les outils',
    titleOfSourcesAlone: 'D’où viennent vos contacts',
    sources: 'Sources de contacts : ',
  },
  trainer: 'Votre formateur',
} as const;
