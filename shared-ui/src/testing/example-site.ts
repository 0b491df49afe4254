import type { Site } from '@site/contract/host';

/** Uses example addresses and a telephone number that is reserved for fiction. */
export const exampleSite: Site = {
  product: 'Atelier Relance',
  origin: 'https://atelier-relance.example',
  email: 'bonjour@atelier-relance.example',
  phone: '06 39 98 00 00',
  preRegistrationUrl: 'https://formulaire.example/pre-inscription',
  publisher: {
    name: 'Atelier Relance',
    legalForm: '',
    address: '',
    siren: '',
    registration: '',
    vat: '',
    publicationDirector: '',
  },
  hosting: { name: '', address: '', phone: '' },
  testimonials: [],
  training: {
    updatedOn: '2026-11-01',
    taxLine: '',
    accessTime: 'Une semaine',
    methods: 'Pas à pas, en partage d’écran',
    assessment: 'Un essai de chaque automatisation',
    disability: 'Parlons-en avant la session',
    bonuses: [
      'Modèles de messages',
      'Tableau de contacts',
      'Liste de contrôle',
      'Guide de dépannage',
      'Chatbot commenté',
    ],
  },
};
