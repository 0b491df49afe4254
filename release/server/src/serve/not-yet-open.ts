import { CLOSED_POLICY } from '@site/release-core/content-policy';

const HTML = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Le site ouvre bientôt</title>
</head>
<body>
<main>
<h1>Le site ouvre bientôt</h1>
<p>Ses pages ne sont pas encore en ligne. Revenez un peu plus tard.</p>
</main>
</body>
</html>
`;

/** What visitors see at every address before the first shell is active. */
export const NOT_YET_OPEN = {
  status: 503,
  contentType: 'text/html; charset=utf-8',
  contentSecurityPolicy: CLOSED_POLICY,
  noindex: true,
  tag: null,
  body: { identity: Buffer.from(HTML) },
} as const;
