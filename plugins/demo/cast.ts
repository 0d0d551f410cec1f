import type { DemoRoleName } from './rooms.ts';

/**
 * A person of the story. The e-mail is made of the first name and the organization's slug, under a domain that is
 * reserved for examples (RFC 2606).
 */
export interface Persona {
  readonly role: DemoRoleName;
  readonly firstName: string;
  readonly lastName: string;
}

export const staff: readonly Persona[] = [
  { role: 'admin', firstName: 'Ada', lastName: 'Lindqvist' },
  { role: 'officer', firstName: 'Omar', lastName: 'Haddad' },
  { role: 'clerk', firstName: 'Carla', lastName: 'Mendes' },
];

export const clients: readonly Persona[] = [
  { role: 'client', firstName: 'Amelia', lastName: 'Novak' },
  { role: 'client', firstName: 'Benjamin', lastName: 'Okafor' },
  { role: 'client', firstName: 'Chiara', lastName: 'Rossi' },
  { role: 'client', firstName: 'Dmitri', lastName: 'Petrov' },
  { role: 'client', firstName: 'Emiko', lastName: 'Tanaka' },
];

export const emailOf = (persona: Persona, slug: string): string => `${persona.firstName.toLowerCase()}@${slug}.example`;
export const nameOf = (persona: Persona): string => `${persona.firstName} ${persona.lastName}`;
export const applicantOf = (persona: Persona, slug: string) => ({
  type: 'PRIMARY',
  firstName: persona.firstName,
  lastName: persona.lastName,
  email: emailOf(persona, slug),
});
