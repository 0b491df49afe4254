import type { Site } from '@site/contract/host';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Day of the last change of this page's sentences, including `personal-data.ts`; checked by a test. */
export const TEXT_CHANGED_ON = '2026-11-25';

export const legalNotice = {
  title: 'Mentions légales',
  back: "Retour à l'accueil",
  publisher: {
    title: 'Éditeur du site',
    facts: ({ publisher, phone, email }: Site): readonly Fact[] => [
      { label: 'Nom', value: publisher.name },
      { label: 'Forme juridique', value: publisher.legalForm },
      { label: 'Adresse', value: publisher.address },
      { label: 'SIREN', value: publisher.siren },
      { label: 'Immatriculation', value: publisher.registration },
      { label: 'TVA', value: publisher.vat },
      { label: 'Directeur de la publication', value: publisher.publicationDirector },
      { label: 'Téléphone', value: phone },
      { label: 'E-mail', value: email },
    ],
  },
  hosting: {
    title: 'Hébergement',
    facts: ({ hosting }: Site): readonly Fact[] => [
      { label: 'Hébergeur', value: hosting.name },
      { label: 'Adresse', value: hosting.address },
      { label: 'Téléphone', value: hosting.phone },
    ],
  },
  dataHost: {
    title: 'Hébergement des demandes',
    intro: 'Les demandes envoyées par les formulaires sont gardées chez un autre prestataire.',
    facts: ({ name, address }: NonNullable<Site['dataHost']>): readonly Fact[] => [
      { label: 'Hébergeur des données', value: name },
      { label: 'Adresse', value: address },
    ],
  },
  training: {
    title: 'Organisme de formation',
    declaration: (number: string) =>
      `Déclaration d’activité enregistrée sous le numéro ${number}. Cet enregistrement ne vaut pas agrément de l’État.`,
    qualiopi: (category: string) =>
      `Certification Qualiopi, délivrée au titre de la catégorie d’actions suivante : ${category}.`,
    certificate: 'Certificat Qualiopi (PDF)',
  },
  intellectualProperty: {
    title: 'Propriété intellectuelle',
    paragraphs: [
      'Les textes, les dessins et la mise en page de ce site appartiennent à son éditeur ou sont utilisés avec l’accord de leurs auteurs.',
      'Toute reproduction ou diffusion, même partielle, demande son accord écrit, hors exceptions prévues par le Code de la propriété intellectuelle.',
      'Les polices Bricolage Grotesque et Figtree (licence SIL Open Font) et les icônes Lucide (licence ISC) appartiennent à leurs auteurs.',
    ],
  },
  cookies: {
    title: 'Cookies',
    paragraphs: [
      'Ce site garde dans votre navigateur votre choix sur les cookies et, jusqu’à l’envoi, ce que vous saisissez dans un formulaire. Il ne mesure pas son audience. Avec votre accord, il mesure la vitesse des pages, sans vous suivre.',
    ],
    link: 'Lire la politique de cookies',
  },
  liability: {
    title: 'Limitation de responsabilité',
    paragraphs: [
      'L’éditeur veille à l’exactitude des informations publiées, sans pouvoir garantir qu’elles soient complètes ou toujours à jour, notamment celles sur les fonds de formation, dont les règles changent.',
      'Il ne répond ni d’une interruption du site, ni du contenu des sites vers lesquels il renvoie. Rien ici ne limite les droits que la loi vous accorde.',
    ],
  },
  law: {
    title: 'Droit applicable',
    paragraphs: [
      'Ce site et ces mentions sont soumis au droit français.',
      'En cas de désaccord, écrivez-nous d’abord : nous cherchons une solution amiable. À défaut, les tribunaux français sont compétents, dans le respect des règles qui protègent les consommateurs.',
    ],
  },
  mediation: {
    title: 'Médiation de la consommation',
    text: 'Si vous êtes un consommateur et que notre réponse à votre réclamation écrite ne vous suffit pas, vous pouvez saisir gratuitement le médiateur :',
    facts: ({ name, address }: NonNullable<Site['mediator']>): readonly Fact[] => [
      { label: 'Médiateur', value: name },
      { label: 'Adresse', value: address },
    ],
    link: 'Le site du médiateur',
  },
  updated: {
    title: 'Dernière mise à jour',
    before: 'Ces mentions ont été mises à jour le',
    changed: 'Dernière modification du texte :',
  },
} as const;
