import { type RecapFact, SubmissionSuccess, useSubmission } from '../src/form';
import { Button } from '../src/index';
import { fakeHost } from '../src/testing/fake-host';

const host = fakeHost();

const facts: readonly RecapFact[] = [
  { term: 'Nom complet', value: 'Marie-Antoinette de La Rochefoucauld-Liancourt d’Estissac' },
  { term: 'E-mail', value: 'marie-antoinette.de-la-rochefoucauld@une-agence-au-nom-vraiment-long.exemple.fr' },
  { term: 'Téléphone', value: '' },
  { term: 'Votre message', value: 'Bonjour,\nà quelle heure commence la journée ?', isWide: true },
];

/** The filled panel takes the focus, so the example fills it only after a click. */
export function SubmissionSuccessExample() {
  const { submit, sentRequest, returnHome } = useSubmission<readonly RecapFact[], never>(host, {
    send: async () => ({ ok: true }),
    sent: () => ({ title: 'Envoyé' }),
    failed: { title: 'Erreur' },
  });
  return (
    <>
      <Button variant="quiet" onClick={() => submit(facts, () => undefined)}>
        Envoyer
      </Button>
      <SubmissionSuccess
        status="Votre message est envoyé."
        facts={sentRequest}
        returnHome={returnHome}
        host={host}
        note="Une ligne sous les boutons."
      />
    </>
  );
}
