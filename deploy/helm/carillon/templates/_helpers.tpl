{{/* The prefix of all names; short enough for the name of any app after it. */}}
{{- define "carillon.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/*
The apps that are enabled, as YAML: the facts of files/apps.yaml by name. The templates below take an app as
(dict "root" $ "app" its name "facts" its facts "settings" its values).
*/}}
{{- define "carillon.apps" -}}
{{- range $app, $facts := .Files.Get "files/apps.yaml" | fromYaml }}
{{- if (index $.Values.apps $app).enabled }}
{{ $app }}: {{ toJson $facts }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "carillon.appName" -}}
{{ include "carillon.fullname" .root }}-{{ .app }}
{{- end -}}

{{/* The immutable labels of an app's pods. */}}
{{- define "carillon.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .app }}
{{- end -}}

{{- define "carillon.commonLabels" -}}
{{ include "carillon.selector" . }}
app.kubernetes.io/part-of: carillon
app.kubernetes.io/version: {{ include "carillon.tag" . | trunc 63 | trimAll "-_." | quote }}
{{- end -}}

{{- define "carillon.labels" -}}
{{ include "carillon.commonLabels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Pods have no label for the chart, because a newer chart with the same image would replace them. */}}
{{- define "carillon.podLabels" -}}
{{ include "carillon.commonLabels" . }}
{{- with .root.Values.pod.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "carillon.tag" -}}
{{ coalesce .settings.image.tag .root.Values.image.tag .root.Chart.AppVersion }}
{{- end -}}

{{- define "carillon.image" -}}
{{- $image := .root.Values.image -}}
{{- with $image.registry }}{{ . }}/{{ end }}{{ $image.repository }}:{{ include "carillon.tag" . }}
{{- /* The global digest does not apply to an app with its own tag. */ -}}
{{- with .settings.image.digest | default (ternary $image.digest "" (empty .settings.image.tag)) }}@{{ . }}{{ end }}
{{- end -}}

{{/* The command of an app, as a list. */}}
{{- define "carillon.command" -}}
{{ list "node" (printf "apps/%s/main.js" .app) | toJson }}
{{- end -}}

{{/* The source of a variable's value: a key of an existing Secret. */}}
{{- define "carillon.fromSecret" -}}
{{- $source := default dict (get .root.Values.secrets.sources .variable) -}}
secretKeyRef:
  name: {{ default .root.Values.secrets.name $source.name }}
  key: {{ default .variable $source.key }}
  {{- if .optional }}
  optional: true
  {{- end }}
{{- end -}}

{{/* The variables for the database: a migration has only these, and an app with a database has others, too. */}}
{{- define "carillon.databaseEnv" -}}
{{- $own := get (default dict .settings.env) "MONGO_URL" -}}
MONGO_URL:
  {{- if kindIs "map" $own }}
  valueFrom: {{- toYaml $own | nindent 4 }}
  {{- else }}
  valueFrom: {{- include "carillon.fromSecret" (dict "root" .root "variable" "MONGO_URL") | nindent 4 }}
  {{- end }}
DATABASE_PREFIX: { value: {{ .root.Values.databasePrefix | quote }} }
{{- end -}}

{{/* The host in publicUrl, without its port. */}}
{{- define "carillon.host" -}}
{{ (urlParse .Values.publicUrl).hostname }}
{{- end -}}

{{/* The path in publicUrl; / if there is none. */}}
{{- define "carillon.path" -}}
{{ default "/" (urlParse .Values.publicUrl).path }}
{{- end -}}

{{/* An app's variables, as a list of unique names. Values in `env` take precedence. */}}
{{- define "carillon.env" -}}
{{- $values := .root.Values -}}
{{- $shared := dict
  "PUBLIC_URL" (required "publicUrl is not set: where the gateway is reached from outside, such as https://mail.example.com" $values.publicUrl)
  "ALLOW_PRIVATE_SMTP_HOSTS" (toString $values.allowPrivateSmtpHosts)
  "TRUSTED_PROXIES" (join "," $values.trustedProxies)
  "SMTP_CLIENT_NAME" (default (include "carillon.host" .root) $values.smtpClientName) -}}
{{- $plain := dict "ADMIN_HOST" "0.0.0.0" "ADMIN_PORT" "9090" "LOG_LEVEL" $values.logLevel "AMQP_COMMAND_QUEUES" $values.commandQueues -}}
{{- if .facts.database }}{{ $_ := set $plain "MIGRATE_AT_START" (eq $values.migration.mode "atStart" | toString) }}{{ end -}}
{{- if .facts.mail }}{{ $_ := set $plain "BOUNCE_HOST" "0.0.0.0" }}{{ $_ := set $plain "BOUNCE_SMTP_PORT" "2526" }}{{ $_ := set $plain "BOUNCE_LMTP_PORT" "2424" }}{{ end -}}
{{- range $name := .facts.shared }}{{ $_ := set $plain $name (get $shared $name) }}{{ end -}}
{{- $secrets := merge (dict "AMQP_URL" "required") (default dict .facts.secrets) -}}
{{- $env := ternary (include "carillon.databaseEnv" . | fromYaml) dict (default false .facts.database) -}}
{{- range $name, $need := $secrets }}
{{- $source := include "carillon.fromSecret" (dict "root" $.root "variable" $name "optional" (eq $need "optional")) | fromYaml }}
{{- $_ := set $env $name (dict "valueFrom" $source) }}
{{- end -}}
{{- range $name, $value := merge dict .settings.env $values.env $plain }}
{{- if not (kindIs "string" $value) }}{{ $_ := set $env $name (dict "valueFrom" $value) }}
{{- else if $value }}{{ $_ := set $env $name (dict "value" $value) }}
{{- end }}
{{- end -}}
{{- range $name, $source := $env }}
- name: {{ $name }}
  {{- toYaml $source | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The requirements of Kubernetes' "restricted" standard for a container. */}}
{{- define "carillon.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The common part of the pods of apps and of migrations. */}}
{{- define "carillon.pod" -}}
automountServiceAccountToken: false
# Otherwise, a Service named `http` would set HTTP_PORT.
enableServiceLinks: false
# Without this, Node is process 1, and a signal does not end it until the app handles the signal.
shareProcessNamespace: true
securityContext:
  runAsNonRoot: true
  {{- with .root.Values.pod.runAsUser }}
  # The image's user is set by name, so Kubernetes cannot determine whether it is root.
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .root.Values.pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.pod.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.pod.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
{{- end -}}

{{/* "true" if an autoscaler sets the number of an app's pods. */}}
{{- define "carillon.isScaled" -}}
{{- if or (and .facts.channel .root.Values.keda.enabled) (and (eq .app "gateway") .root.Values.autoscaling.enabled) -}}
true
{{- end -}}
{{- end -}}
