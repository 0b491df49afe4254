import { requestStatus } from '@site/supabase/functions/_shared/content/requests';
import { KIND_WORDS } from '@site/supabase/requests';

export const wording = {
  columns: { receivedAt: 'Reçu le', request: 'Demande', person: 'Personne', detail: 'Détail' },
  kind: KIND_WORDS,
  status: requestStatus,
  flagged: 'à vérifier',
  noDates: '(aucune date)',
  unwanted: (count: number) =>
    `Indésirables (${count})\u00a0: marqués dans votre espace, ou envoyés avec le champ caché du formulaire rempli, ce que seul un robot fait. Pour les supprimer\u00a0: «\u00a0npx pnpm inbox purge unwanted --yes\u00a0».`,
  empty: 'Aucune demande pour le moment.',
};
