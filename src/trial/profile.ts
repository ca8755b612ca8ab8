/** How much is tried. All profiles try every gating rule; they differ in how many generated cases each gets. */
export type ProfileName = 'quick' | 'standard' | 'thorough';

export interface Profile {
  readonly name: ProfileName;
  /** Default of MAX_REQUESTS, without and with writes: what a healthy target needs at most, and room to confirm faults. */
  readonly maxRequests: { readonly reading: number; readonly writing: number };
  /** Default of DEADLINE_S, in seconds. */
  readonly deadlineS: number;
  /** How often one disagreement is tried again before it is given up as unsteady. */
  readonly confirmations: number;
  /** Requests that shrinking one failure may take. */
  readonly shrinks: number;
  /** Whether observations may send requests of their own. */
  readonly observes: boolean;
}

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  quick: {
    name: 'quick',
    maxRequests: { reading: 150, writing: 270 },
    deadlineS: 120,
    confirmations: 4,
    shrinks: 8,
    observes: false,
  },
  standard: {
    name: 'standard',
    maxRequests: { reading: 800, writing: 800 },
    deadlineS: 600,
    confirmations: 8,
    shrinks: 24,
    observes: true,
  },
  thorough: {
    name: 'thorough',
    maxRequests: { reading: 8000, writing: 8000 },
    deadlineS: 3600,
    confirmations: 12,
    shrinks: 48,
    observes: true,
  },
};
