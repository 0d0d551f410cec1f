import type { Persona } from './contract.ts';

export const emailOf = (persona: Persona, slug: string): string => `${persona.firstName.toLowerCase()}@${slug}.example`;
export const nameOf = (persona: Persona): string => `${persona.firstName} ${persona.lastName}`;
export const applicantOf = (persona: Persona, slug: string) => ({
  type: 'PRIMARY',
  firstName: persona.firstName,
  lastName: persona.lastName,
  email: emailOf(persona, slug),
});
