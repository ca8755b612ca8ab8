/** Texts after the lists of options and commands, one paragraph per line; indented lines are examples. */

export const PROGRAM_HELP = `Without a command, \`run\` is assumed. To check a service:

  BASE_URL=https://… OWNER=… REPO=… issue-conformance

To check the bundled service:

  issue-conformance --bundled

All settings, their flags and the exit statuses: issue-conformance run --help`;

export const RUN_HELP = `Each setting is a flag, a variable of the environment or a line of .env, in that order of precedence; the variable stands in parentheses.

Without a flag:
  TOKEN            a token that may use both repositories
  OUTSIDER_TOKEN   a valid token without access to the private repository
  HEADERS          further headers for every request, one "Name: value" per line
  ACCEPT           media type to ask for, where the service has another one
  API_VERSION, API_VERSION_HEADER
                   likewise the version, and the header that names it

Exit status:
  0  conformant
  1  nonconformant: a gating rule is broken
  2  unusable: a setting or the target
  3  incomplete: nothing is broken, but a gating rule is undecided
  4  a fault of this program`;

export const REPLAY_HELP = `Without a report: conformance.json in REPORT_DIR if it has failures, else previous/failures.json there, which keeps those of the last whole run that had some. It says which.

The target, its names, headers and tokens come from the settings alone, as in a run: a report is a file that anybody may have written. With --bundled, a report of the bundled service is tried on that again. Without WRITES nothing is written to any other service, so failures of creations cannot be tried there.

Exit status:
  0  nothing fails any more
  1  something still fails
  2  the report or a setting is invalid
  3  something cannot be tried`;

export const COMPARE_HELP = `Reports of several targets become a matrix: a row for each rule, a column for each target. No target is better or worse. Two addresses with one LABEL are one target.

Exit status:
  0  nothing got worse, the reports are of several targets, or a history folder has one run only
  1  something got worse
  2  the reports cannot be compared`;

export const BASELINE_HELP = `The file is YAML, for BASELINE (--baseline) of a run:

  known:
    - rule: list.per-page.zero
      expect: fail          # or inconclusive, skip
      kind: too-few         # optional: one way of failing, or a list
                            # of an undecided rule: cause, such as data
      reason: "the gateway caps pages; fixed with its next version"
      issue: ISSUE-7        # optional
      expires: 2026-12-31   # optional: the last day it is accepted
  pins:
    - observation: observed.page.zero
      value: "200, same as page 1"
      reason: "the mobile app asks for page 0"

Its reasons begin with TODO, which a run refuses (exit status 2): review each entry and replace its reason. What still applies of the baseline that the run used is kept. Write other entries for undecided rules, and other pins, by hand.

A run whose failures are all as listed exits with 0; its outcome stays nonconformant. A rule that leaks, stores or loses data is accepted only where its entry names that kind.`;

export const POPULATE_HELP = `For a service that starts empty: creates open issues in OWNER/REPO with TOKEN, one by one, then lists the data that rules need besides, such as a closed issue. Needs WRITES=all. It stops at the first refusal.

Exit status:
  0  all issues were created
  2  none was created, or a setting is invalid
  3  some were created`;

export const TARGETS_HELP = `A file of targets:

  defaults: { profile: thorough, owner: acme, repo: widgets }
  targets:
    - label: eu             # the name of its folder in the site
      baseUrl: https://eu.example.com
      token: { env: EU_TOKEN }
      baseline: eu.yaml     # relative to this file
    - { label: us, baseUrl: https://us.example.com, token: { env: US_TOKEN } }

Keys are settings in camel case: PRIVATE_REPO is privateRepo. A setting comes from the file alone, or from the variable of the environment or of .env that { env: NAME } names. Secrets (token, outsiderToken, headers) must be variables. Where reports go is not a setting here.

The site has index.html, status.json, metrics.prom, a folder of reports for each target, and one history. It holds what reports hold: protect it likewise.

Exit status: the gravest of all targets, in this order:
  4  a fault of this program
  1  a rule fails; with --fail-on worse, a rule that did not fail in the last run that decided it
  2  a target cannot be checked, or has no result; or the file or a flag is invalid, and nothing was sent
  3  something is undecided
  0  all targets are good`;
