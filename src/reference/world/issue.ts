/** One issue or pull request as the service keeps it. Never changed in place, so that what is rendered can be kept. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly state: 'open' | 'closed';
  readonly user: { readonly login: string; readonly id: number };
  readonly labels: readonly { readonly name: string }[];
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly html_url: string;
  readonly pull_request?: { readonly html_url: string };
}

/** What somebody who creates an issue decides about it; the repository decides the rest. */
export interface Draft {
  readonly title: string;
  readonly body: string | null;
}
