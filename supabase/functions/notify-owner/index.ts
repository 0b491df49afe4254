import { notifyOwner } from './handler.ts';

Deno.serve((request) => notifyOwner(request, Deno.env.toObject()));
