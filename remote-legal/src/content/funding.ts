export const funding = {
  title: { before: 'Demande de prise en ', uncut: 'charge –', after: ' Étapes à suivre' },
  intro:
    'Prise en charge possible jusqu’à 100 % du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord.',
  profilesTitle: 'Deux situations, deux parcours',
  profiles: [
    {
      name: 'Agent indépendant',
      path: 'Étapes 1 à 4',
      text: 'Vous êtes affilié à un fonds de formation : suivez les quatre étapes, dans l’ordre.',
      detail: 'Votre fonds est celui qui figure sur votre attestation CFP : le plus souvent l’AGEFICE ou le FIF-PL.',
    },
    {
      name: 'Agent en portage salarial',
      path: 'Étape 1 seulement',
      text: 'En portage salarial, faites uniquement la pré-inscription.',
      detail: 'Votre société de portage dépose la demande auprès de son OPCO.',
    },
  ],
  funds: {
    text: 'Selon votre statut : AGEFICE, FIF-PL ou OPCO ; votre CFP ouvre vos droits. Chaque fonds publie ses critères et ses plafonds :',
    links: [
      { name: 'le site de l’AGEFICE', url: 'https://communication-agefice.fr/' },
      { name: 'le site du FIF-PL', url: 'https://www.fifpl.fr/' },
    ],
  },
  stepsTitle: 'Les étapes',
  progress: {
    label: 'Avancement',
    value: (done: number, all: number) => `${done} sur ${all}`,
    caption: 'Ce n’est pas l’état de votre dossier : ce site ne le suit pas. Pour savoir où il en est, écrivez-nous.',
  },
  order: {
    title: 'Important : respectez l’ordre des étapes',
    text: 'Chaque étape prépare la suivante : n’envoyez vos documents qu’après la pré-inscription.',
  },
  contact: {
    title: 'Une question sur votre dossier ?',
    text: (replyTime = 'dès que possible') => `Dites-nous où vous en êtes, nous vous répondons ${replyTime}.`,
    labels: { email: 'E-mail :', phone: 'Téléphone :' },
    action: 'Nous contacter',
  },
} as const;
