/** Describes what the tests do and do not check: change both together. */
export const accessibility = {
  title: 'Accessibilité',
  intro:
    'Chacun doit pouvoir lire ce site et envoyer une demande. Voici ce qui a été vérifié, et ce qui reste à faire.',
  back: "Retour à l'accueil",
  goal: {
    title: 'Notre objectif',
    paragraphs: [
      'Ce site vise le niveau AA du référentiel général d’amélioration de l’accessibilité (RGAA 4.1), qui reprend les règles internationales WCAG.',
      'Aucun audit ne l’a encore mesuré : nous ne disons donc pas que le site est conforme, ni à quel point il l’est.',
    ],
  },
  checked: {
    title: 'Ce qui a été vérifié',
    items: [
      'Chaque page, puis chaque état ouvert (calendrier, préférences de cookies, erreurs, messages, bandeau de cookies), avec l’outil axe : règles WCAG 2.2 de niveaux A et AA et bonnes pratiques, sur un écran de téléphone et un écran d’ordinateur.',
      'Les deux formulaires, réservation et contact, remplis et envoyés au clavier seul, calendrier compris.',
      'Les contrastes de toutes les couleurs qui portent du texte.',
      'Une fenêtre de 320 pixels de large, un affichage agrandi deux fois, les couleurs imposées par le système et la taille de tout ce qui s’actionne.',
      'La lecture des pages sans scripts et avec les animations réduites.',
    ],
    browser:
      'Ces vérifications sont automatiques et menées dans le navigateur Chromium. Le site est conçu pour Chrome et Edge 111, Firefox 121, Safari 16.4 et leurs versions suivantes.',
  },
  unchecked: {
    title: 'Ce qui ne l’a pas été',
    items: [
      'Aucun audit n’a été mené par un tiers.',
      'Aucune personne qui utilise chaque jour une technologie d’assistance n’a encore essayé le site. Il n’a pas été essayé avec un lecteur d’écran.',
      'Ces vérifications n’ont pas été menées dans les autres navigateurs.',
      'Les sites vers lesquels nous renvoyons, dont celui du formulaire de pré-inscription, ne dépendent pas de nous.',
    ],
    limits: 'Un outil ne voit qu’une partie des obstacles. Il en reste peut-être : dites-le-nous.',
  },
  report: {
    title: 'Signaler un obstacle',
    text: 'Si une page ou un formulaire vous résiste, écrivez ou appelez. Dites quelle page, ce que vous vouliez faire et, si vous le voulez bien, avec quel matériel : nous chercherons avec vous une autre façon d’obtenir l’information ou de réserver.',
    email: 'E-mail :',
    phone: 'Téléphone :',
    form: 'Nous écrire par le formulaire de contact',
  },
  complaint: {
    title: 'Faire une réclamation',
    text: 'Si vous nous avez signalé un obstacle et que notre réponse ne vous suffit pas, vous pouvez saisir gratuitement le Défenseur des droits :',
    online: {
      label: 'En ligne :',
      link: 'formulaire du Défenseur des droits',
      url: 'https://formulaire.defenseurdesdroits.fr/',
    },
    phone: { label: 'Par téléphone :', number: '09 69 39 00 00' },
    post: 'Par courrier, sans timbre : Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07',
  },
  date: { before: 'État des vérifications au', day: '2026-11-21' },
} as const;
