import { answerAgenda } from './handler.ts';

Deno.serve((request) => answerAgenda(request, Deno.env.toObject()));
