import { BOOKING_FIELDS, CONTACT_FIELDS, type FormFields } from '@site/contract/form-fields';
import type { Site } from '@site/contract/host';
import { registrationOf } from '@site/contract/offer';
import { vatMentionOf } from '@site/contract/owner-facts';
import { orToComplete } from '@site/contract/to-complete';

export interface Row {
  readonly label: string;
  readonly value: string;
}

/** Day of the last change of this page's sentences; checked by a test. */
export const TEXT_CHANGED_ON = '2026-11-28';

export const legalNotice = {
  title: 'Mentions légales',
  back: "Retour à l'accueil",
  publisher: {
    title: 'Éditeur du site',
    rows: ({ publisher, papers, phone, email }: Site): readonly Row[] => [
      { label: 'Nom', value: publisher.name },
      { label: 'Forme juridique', value: publisher.legalForm },
      { label: 'Adresse', value: publisher.address },
      { label: 'SIREN', value: publisher.siren },
      { label: 'Immatriculation', value: publisher.registration },
      { label: 'TVA', value: vatMentionOf({ publisher, papers }) },
      { label: 'Directeur de la publication', value: publisher.publicationDirector },
      { label: 'Téléphone', value: phone },
      { label: 'E-mail', value: email },
    ],
  },
  hosting: {
    title: 'Hébergement',
    rows: ({ hosting }: Site): readonly Row[] => [
      { label: 'Hébergeur', value: hosting.name },
      { label: 'Adresse', value: hosting.address },
      { label: 'Téléphone', value: hosting.phone },
    ],
  },
  dataHost: {
    title: 'Hébergement des demandes',
    intro: 'Les demandes envoyées par les formulaires sont gardées chez un autre prestataire.',
    rows: ({ name, address }: NonNullable<Site['dataHost']>): readonly Row[] => [
      { label: 'Hébergeur des données', value: name },
      { label: 'Adresse', value: address },
    ],
  },
  training: {
    title: 'Organisme de formation',
    declaration: registrationOf,
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
    rows: ({ name, address }: NonNullable<Site['mediator']>): readonly Row[] => [
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

interface Topic {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly items?: readonly string[];
}

const COLLECTED: Readonly<Record<string, string>> = {
  name: 'nom',
  phone: 'téléphone si vous le donnez',
  message: 'message si vous en laissez un',
  daysWanted: 'une seule journée ou plusieurs, s’il y a plusieurs dates',
};

/** The fields of a form; every form asks for the funding. A label that is a question needs words in `COLLECTED`. */
function listCollected(fields: FormFields, further: readonly string[] = []): string {
  const texts = Object.entries(fields).flatMap(([name, { label, isRequired }]) => {
    const word = label.toLowerCase();
    return name === 'isAgefice' ? [] : (COLLECTED[name] ?? (isRequired ? word : `${word} si vous remplissez ce champ`));
  });
  return [...texts, ...further, 'intérêt pour un financement AGEFICE'].join(', ');
}

/** Data that is stored beyond the form, once a day is confirmed. */
const FOR_PAPERS =
  'Pour les documents d’une journée confirmée\u00a0: adresse, SIREN, statut, qui paie et niveau de départ, si vous les donnez\u202f; puis heures suivies, résultat par objectif et réponses au questionnaire.';

/** The full version of the forms' data notice. */
export const personalData = {
  title: 'Données personnelles',
  topics: ({ publisher, email, dataHost }: Site): readonly Topic[] => [
    {
      title: 'Qui en répond',
      paragraphs: [
        `Responsable du traitement : ${orToComplete(publisher.name)}.`,
        `Pour toute question sur vos données : ${orToComplete(email)}.`,
      ],
    },
    {
      title: 'Quelles données',
      items: [
        `Contact : ${listCollected(CONTACT_FIELDS)}.`,
        `Réservation : ${listCollected(BOOKING_FIELDS, ['dates souhaitées'])}. ${FOR_PAPERS}`,
        'Avec chaque demande, la version du site d’où elle est partie, pour savoir si une nouvelle version les laisse bien passer.',
        'Signalement technique, quand une partie du site tombe en panne\u00a0: quelle partie, quelle version, quelle panne, sur quelle page, à quel endroit de notre programme. Rien de ce que vous avez saisi.',
        'Signalement d’une page qui peut être utilisée\u00a0: laquelle, et avec quelle version du site. Il n’est gardé que dans un total par heure.',
        'Vitesse d’une page, seulement si vous l’avez accepté\u00a0: quelques mesures arrondies, de quelle page, et avec quelle version du site. Elles ne sont gardées que dans des totaux par heure.',
      ],
      paragraphs: [
        'Les champs obligatoires sont signalés par le mot « obligatoire » : sans eux, nous ne pouvons pas vous répondre. Les autres sont libres.',
      ],
    },
    {
      title: 'Pourquoi, et sur quelle base',
      items: [
        'Répondre à votre demande et préparer votre journée : mesures précontractuelles prises à votre demande (article 6.1.b du RGPD).',
        'Répondre à une question sans projet de formation : intérêt légitime à répondre à qui nous écrit (article 6.1.f).',
        'Monter et suivre votre dossier de prise en charge, établir les documents de votre journée : mesures précontractuelles, puis exécution de la convention ou du contrat de formation (article 6.1.b), et obligations des organismes de formation (article 6.1.c).',
        'Protéger les formulaires contre les envois en masse : intérêt légitime à garder le site utilisable (article 6.1.f).',
        'Savoir si le site fonctionne, et réparer une partie en panne\u00a0: même intérêt légitime.',
        'Trouver les pages lentes et les corriger\u00a0: votre consentement (article 6.1.a), que vous pouvez retirer à tout moment par le lien «\u202fGérer les cookies\u202f» au bas de chaque page.',
      ],
      paragraphs: [
        'Quand beaucoup d’envois arrivent, surtout d’une même adresse réseau, votre demande peut être mise de côté pour être vérifiée à la main, ou refusée\u00a0: le formulaire vous dit alors dans combien de temps la renvoyer, et garde ce que vous avez saisi.',
        'Aucune décision n’est prise par une machine seule, et aucun profil n’est établi.',
      ],
    },
    {
      title: 'Les documents de votre dossier de financement',
      paragraphs: [
        'La copie de votre carte d’identité et votre RIB ne sont demandés qu’à l’étape 2 du guide de financement, et par e-mail seulement : le fonds vérifie l’identité de la personne formée et, s’il accepte, la rembourse. Aucun formulaire de ce site ne les accepte.',
      ],
    },
    {
      title: 'Qui les reçoit',
      items: [
        'L’éditeur du site, dans sa base de données et dans sa messagerie.',
        `Les prestataires qui hébergent le site, sa base de données${dataHost ? ` (${dataHost.name})` : ''} et sa messagerie, pour son compte.`,
        'Votre fonds de formation, si vous demandez une prise en charge.',
      ],
    },
    {
      title: 'Transferts hors de l’Union européenne',
      paragraphs: [
        ...(dataHost ? [dataHost.transfers] : []),
        'Si l’un de ces prestataires traite vos données hors de l’Espace économique européen, ce transfert doit reposer sur une décision d’adéquation ou sur les clauses contractuelles types de la Commission européenne. Écrivez-nous : nous vous en donnons copie.',
      ],
    },
    {
      title: 'Combien de temps',
      items: [
        'Votre demande et nos échanges : trois ans après votre dernier échange avec nous, c’est-à-dire le plus récent de votre dernier message, de votre dernière réservation et du dernier jour réservé.',
        'La copie de votre carte d’identité et votre RIB : jusqu’à ce que le fonds ait payé.',
        'L’empreinte de votre adresse réseau, gardée à chaque envoi contre les envois en masse : un jour au plus. L’adresse elle-même n’est pas gardée avec elle.',
        'Un signalement technique et les totaux par heure\u00a0: trente jours. L’empreinte de l’adresse réseau qui les a envoyés, gardée à part\u00a0: un jour au plus. D’elle ne reste avec une panne qu’un nombre entre 0 et 1\u202f023, commun à des millions d’adresses, pour ne pas compter deux fois la même.',
        'Les sauvegardes de votre demande\u00a0: un mois au plus. Ce qui a été effacé du site y reste jusque-là, sans servir\u202f; si une sauvegarde devait être rétablie, nous l’effacerions de nouveau.',
        'Ce qu’une loi oblige à conserver, comme les factures : la durée que cette loi fixe.',
      ],
    },
    {
      title: 'Vos droits',
      paragraphs: [
        `Vous pouvez accéder à vos données, les rectifier, les faire effacer, en limiter l’usage, les recevoir, vous opposer à leur traitement ou dire ce qu’elles deviendront après votre décès : écrivez à ${orToComplete(email)}.`,
        'Nous répondons dans un délai d’un mois. Une preuve d’identité n’est demandée qu’en cas de doute sérieux.',
      ],
    },
  ],
  complaint: {
    before: 'Si notre réponse ne vous convient pas, vous pouvez adresser une réclamation à la ',
    link: 'CNIL',
    url: 'https://www.cnil.fr/fr/plaintes',
    after: ', 3\u00a0place de Fontenoy, TSA 80715, 75334 Paris Cedex 07.',
  },
} as const;
