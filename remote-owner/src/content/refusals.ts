/** By the key that the database gives with `impossible`. */
export const refusals: Readonly<Record<string, string>> = {
  'is-message': 'C’est un message\u00a0: il n’a ni jour ni réservation.',
  'is-reservation': 'C’est une réservation\u00a0: confirmez-la ou annulez-la.',
  'no-day': 'Choisissez au moins un jour.',
  'other-day': 'Ce jour ne fait plus partie de cette réservation.',
  'has-day': 'Ce jour fait déjà partie de cette réservation.',
  'day-out-of-range': 'Ce jour est passé, ou trop lointain.',
  'is-open': 'Cette demande est déjà ouverte.',
  'is-cancelled': 'Cette réservation est annulée\u00a0: rouvrez-la d’abord.',
  'not-confirmed': 'Cette réservation n’est plus confirmée.',
  'no-phone': 'Cette personne n’a pas laissé de numéro de téléphone.',
  'mail-under-way': 'Un e-mail à cette personne est en train de partir. Réessayez dans deux minutes.',
  'no-calendar-address': 'Ce n’est pas l’adresse d’un agenda en https\u00a0: copiez-la en entier.',
  'no-removal': 'Aucune suppression n’attend votre réponse.',
};
